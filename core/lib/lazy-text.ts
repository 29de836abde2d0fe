/** What has a text, which may be made only when somebody reads it. */
export interface HasText {
  readonly text: string;
}

/**
 * An object with a property that is the text of another, made when somebody reads it. The property is its own and
 * enumerable: JSON, copies, clones and comparisons have it like any other. One getter serves all objects; a getter in
 * each literal would give each object a hidden class of its own, which costs as much as the text.
 */
export class LazyText {
  readonly #source: HasText;
  private static readonly shared: PropertyDescriptor & ThisType<LazyText> = {
    enumerable: true,
    configurable: true,
    get() {
      return this.#source.text;
    },
  };

  constructor(source: HasText) {
    this.#source = source;
  }

  /** Gives the object the property `name`. A constructor calls it where the property is to stand among the others. */
  protected hold(name: string): void {
    Object.defineProperty(this, name, LazyText.shared);
  }
}

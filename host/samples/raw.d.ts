/** A file as its text, put into the bundle. */
declare module "*?raw" {
  const text: string;
  export = text;
}

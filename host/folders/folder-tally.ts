import type { FolderResult, FolderTranscript, RefusedFile } from "../../core/contract/folder.ts";
import { NONE_PASSED_OVER } from "../../core/contract/passed-over.ts";
import type { FolderFact } from "./import-folder.ts";

/** What has become of a folder so far, by what its import has told: for one that is given up before it ends. */
export class FolderTally {
  private readonly name: string;
  private readonly transcripts: FolderTranscript[] = [];
  private readonly refused: RefusedFile[] = [];
  private found = { passedOver: NONE_PASSED_OVER, more: false };

  /** `name` is the folder's. */
  constructor(name: string) {
    this.name = name;
  }

  take(fact: FolderFact): void {
    if (fact.kind === "stored") this.transcripts.push(fact.transcript);
    else if (fact.kind === "refused") this.refused.push(fact.file);
    else if (fact.kind === "found") this.found = { passedOver: fact.passedOver, more: fact.more };
  }

  /** The result of a folder that was given up now. */
  readonly cancelled = (): FolderResult => {
    const { name, transcripts, refused, found } = this;
    return { name, transcripts, refused, ...found, cancelled: true };
  };
}

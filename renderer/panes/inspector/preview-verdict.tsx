import type { PreviewPart } from "../../../core/model/run-answers.ts";
import { Icon } from "../../widgets/icon.tsx";
import { formatCount } from "../../widgets/quantity.tsx";

function words({ verdict, store }: PreviewPart): string {
  const { against, holds, partial, at = 0 } = verdict;
  const what = against === "store" ? "the stored bytes" : "the recorded bytes";
  if (!holds)
    return `The preview is not what ${what} give: they differ from character ${formatCount(at + 1)} on.`;
  if (against === "store")
    return partial
      ? "The preview is what the stored bytes give, as far as they go: the store keeps only a part."
      : "The preview is what the stored bytes give.";
  if (store.kind === "gone") return "The stored copy is gone; the preview is what the recorded bytes give.";
  if (store.kind === "source")
    return "No copy was stored: it points back at the file; the preview is what was recorded.";
  return store.kind === "none"
    ? "Nothing was stored; the preview is what the recorded bytes give."
    : "The preview is what the recorded bytes give.";
}

/** Whether the preview is what the store has, said in one sentence. */
export function Verdict({ part }: { readonly part: PreviewPart }) {
  const { holds } = part.verdict;
  return (
    <p className="preview__verdict" data-holds={holds} role="status">
      <Icon name={holds ? "check" : "warning"} size={14} /> {words(part)}
    </p>
  );
}

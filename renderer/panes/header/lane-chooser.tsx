import type { ThreadRow } from "../../../core/contract/rows.ts";
import { useCurrent } from "../../data/current.tsx";
import { selection } from "../../state/selection.ts";
import { Button } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Menu } from "../../widgets/menu.tsx";
import { formatCount, formatShort, plural } from "../../widgets/quantity.tsx";

/** Chooses the lane of a transcript that has several: by its name, or by number where all have the same. */
export function LaneChooser() {
  const { transcript, thread } = useCurrent();
  if (!transcript || !thread || transcript.threads.length < 2) return null;
  const { threads } = transcript;
  const alike = threads.every((row) => row.lane === thread.lane);
  const name = alike
    ? `lane ${formatCount(threads.indexOf(thread) + 1)} / ${formatCount(threads.length)}`
    : thread.lane;
  return (
    <Menu
      width={340}
      trigger={
        <Button small tone="quiet">
          <span className="visually-hidden">Lane</span>
          <Icon name="lane" size={14} />
          <span className="ellipsis header__lane">{name}</span>
          <Icon name="down" size={12} />
        </Button>
      }
      items={threads.map((row, at) => ({
        kind: "item",
        id: row.id,
        label: alike ? `${at + 1}. ${row.title || row.id}` : laneName(row),
        detail: `${leaves(row)}${plural(row.steps, "step")}, ${plural(row.messages, "message")}, est. ${formatShort(row.tokens)} tok`,
        checked: row.id === thread.id,
        onSelect: () => selection.getState().open(transcript.id, row.id),
      }))}
    />
  );
}

function laneName({ lane, title }: ThreadRow): string {
  return title && title !== lane ? `${lane}: ${title}` : lane;
}

/** Where a branch leaves its lane. */
function leaves({ branch }: ThreadRow): string {
  return branch ? `leaves ${branch.of} after ${plural(branch.shared, "message")}: ` : "";
}

import { useCurrent } from "../../data/current.tsx";
import { selection } from "../../state/selection.ts";
import { Button } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Menu } from "../../widgets/menu.tsx";
import { formatShort, plural } from "../../widgets/quantity.tsx";

/** Chooses the lane of a transcript that has several; names the one of a transcript that has one. */
export function LaneChooser() {
  const { transcript, thread } = useCurrent();
  if (!transcript || !thread || transcript.threads.length < 2) return null;
  return (
    <Menu
      width={320}
      trigger={
        <Button small tone="quiet">
          <span className="visually-hidden">Lane</span>
          <Icon name="lane" size={14} />
          <span className="ellipsis header__lane">{thread.lane}</span>
          <Icon name="down" size={12} />
        </Button>
      }
      items={transcript.threads.map((row) => ({
        kind: "item",
        id: row.id,
        label: row.title && row.title !== row.lane ? `${row.lane}: ${row.title}` : row.lane,
        detail: `${plural(row.steps, "step")}, ${plural(row.messages, "message")}, ${formatShort(row.tokens)} tokens (estimated)`,
        checked: row.id === thread.id,
        onSelect: () => selection.getState().open(transcript.id, row.id),
      }))}
    />
  );
}

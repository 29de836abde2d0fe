import type { TranscriptRow } from "../../../core/contract/rows.ts";
import { useCurrent } from "../../data/current.tsx";
import { useHost } from "../../data/host-context.tsx";
import { useFollowable } from "../../data/import-queries.ts";
import { overlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { IconButton } from "../../widgets/button.tsx";
import { Menu, type MenuItem } from "../../widgets/menu.tsx";
import { formatBytes, formatCount, formatShort, plural } from "../../widgets/quantity.tsx";
import { toast } from "../../widgets/toast.tsx";
import { VirtualList } from "../../widgets/virtual-list/virtual-list.tsx";
import { SampleGroup } from "./sample-list.tsx";
import { useSaveOriginal } from "./use-save-original.ts";

const ROW = 68;

/** Every transcript of the library; only the rows in sight are drawn. While none is open the samples are in the middle. */
export function TranscriptList({ rows }: { readonly rows: readonly TranscriptRow[] }) {
  const { transcript } = useCurrent();
  return (
    <VirtualList
      count={rows.length + 1}
      estimate={(at) => (at < rows.length ? ROW : 40)}
      keyOf={(at) => (at < rows.length ? String(rows[at]?.id) : "samples")}
      container={{ role: "list", "aria-label": "Transcripts" }}
      row={() => ({ role: "listitem" })}
      render={(at) => {
        const row = rows[at];
        if (row) return <Row row={row} open={row.id === transcript?.id} />;
        return transcript ? <SampleGroup rows={rows} /> : null;
      }}
    />
  );
}

function Row({ row, open }: { readonly row: TranscriptRow; readonly open: boolean }) {
  // A branch repeats what it shares with its lane.
  const lanes = row.threads.filter((thread) => !thread.branch);
  const branches = row.threads.length - lanes.length;
  const steps = lanes.reduce((sum, thread) => sum + thread.steps, 0);
  const tokens = lanes.reduce((sum, thread) => sum + thread.tokens, 0);
  const bad = row.report.lines.bad;
  return (
    <div className="transcript-row" data-open={open || undefined}>
      <button
        type="button"
        className="transcript-row__open"
        aria-current={open ? "true" : undefined}
        onClick={() => selection.getState().open(row.id, undefined)}
      >
        <span className="transcript-row__name">
          <bdi className="ellipsis" title={row.name}>
            {row.name}
          </bdi>
          <Live row={row} />
          {bad > 0 ? <span className="transcript-row__bad">{plural(bad, "bad line")}</span> : null}
        </span>
        <span className="transcript-row__about ellipsis">
          {row.sample ? "Sample session" : row.formatLabel}
          {lanes.length > 1 ? `, ${plural(lanes.length, "lane")}` : ""}
          {branches > 0 ? `, ${plural(branches, "branch", "branches")}` : ""}
        </span>
        <span className="transcript-row__about number ellipsis">
          {plural(steps, "step")} ·{" "}
          <span title={`${formatCount(tokens)} tokens, estimated (chars4)`}>{formatShort(tokens)} tok</span>
          {" · "}
          {formatBytes(row.bytes)}
        </span>
      </button>
      <RowMenu row={row} />
    </div>
  );
}

/** Says that a transcript's file is followed, or why it cannot be. */
function Live({ row }: { readonly row: TranscriptRow }) {
  const found = useFollowable().data?.find((one) => one.transcript === row.id);
  if (!found?.following) return null;
  const { problem } = found;
  const words = problem ?? "The file is followed: what is written to it comes in.";
  return (
    <span
      className="transcript-row__live"
      data-problem={problem === undefined ? undefined : true}
      title={words}
    >
      live<span className="visually-hidden">. {words}</span>
    </span>
  );
}

/** The entry that starts or ends following; none where the file's path is not known. */
function useFollowItem(row: TranscriptRow): MenuItem[] {
  const host = useHost();
  const found = useFollowable().data?.find((one) => one.transcript === row.id);
  if (!found) return [];
  const toggle = () =>
    void host
      .call("library.follow", { transcript: row.id, on: !found.following })
      .catch((error: Error) =>
        toast({ tone: "error", title: `${row.name} cannot be followed`, detail: error.message }),
      );
  return [
    {
      kind: "item",
      id: "follow",
      label: "Follow the file as it grows",
      checked: found.following,
      onSelect: toggle,
    },
  ];
}

function RowMenu({ row }: { readonly row: TranscriptRow }) {
  const remove = useRemove();
  const save = useSaveOriginal();
  const follow = useFollowItem(row);
  return (
    <Menu
      align="end"
      trigger={
        <IconButton icon="more" label={`More for ${row.name}`} small className="transcript-row__menu" />
      }
      items={[
        {
          kind: "item",
          id: "report",
          label: "Import report",
          icon: "info",
          onSelect: () => overlay.getState().show({ kind: "report", transcript: row.id }),
        },
        {
          kind: "item",
          id: "save",
          label: "Save the original file",
          icon: "download",
          onSelect: () => void save(row),
        },
        ...follow,
        { kind: "line", id: "line" },
        {
          kind: "item",
          id: "remove",
          label: "Remove from the library",
          icon: "trash",
          danger: true,
          onSelect: () => void remove(row),
        },
      ]}
    />
  );
}

function useRemove(): (row: TranscriptRow) => Promise<void> {
  const host = useHost();
  return async (row) => {
    try {
      await host.call("library.remove", { transcript: row.id });
    } catch (error) {
      toast({ tone: "error", title: `${row.name} was not removed`, detail: (error as Error).message });
      return;
    }
    if (selection.getState().transcript === row.id) selection.getState().close();
    const restore = () => void host.call("library.restore", { transcript: row.id }).catch(restoreFailed);
    toast({
      tone: "info",
      title: `Removed ${row.name}`,
      action: { label: "Undo", run: restore },
      stays: 12_000,
    });
  };
}

function restoreFailed(error: Error): void {
  toast({ tone: "error", title: "It could not be brought back", detail: error.message });
}

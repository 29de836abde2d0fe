import { useCurrent } from "../../data/current.tsx";
import {
  addressKey,
  useLayout,
  useRawBody,
  useRawCopy,
  useSentBody,
  useSentCopy,
  useWhy,
} from "../../data/queries.ts";
import { reading, type ShownBodies, useReading } from "../../state/reading.ts";
import { EmptyState } from "../../widgets/state-view.tsx";
import { Segments } from "../../widgets/segments.tsx";
import { BodySection, charsAfter } from "./body-section.tsx";
import type { Subject } from "./use-subject.ts";

const SHOWN = [
  { value: "both", label: "Both" },
  { value: "raw", label: "Recorded" },
  { value: "sent", label: "Sent" },
] as const;

const FORMS = [
  { value: "full", label: "Whole" },
  { value: "seen", label: "As the model saw it" },
] as const;

function RawBody({ subject, title }: { readonly subject: Subject; readonly title: string }) {
  const { transcript, thread, results } = useCurrent();
  const chars = useReading(({ more }) => charsAfter(more.raw));
  const form = useReading((state) => state.form) ?? results;
  const query = useRawBody(transcript?.id, thread?.id, subject.at, chars, form);
  const copy = useRawCopy(transcript?.id, thread?.id, subject.at, form);
  const { read, readMore } = reading.getState();
  return (
    <>
      {subject.message?.seen ? (
        <Segments
          label="Recorded in two forms"
          value={form}
          options={FORMS}
          onChange={(to) => read({ form: to })}
        />
      ) : null}
      <BodySection
        {...{ title, query, chars, copy }}
        side="raw"
        counter="chars4"
        onMore={() => readMore("raw")}
      />
    </>
  );
}

function SentBody({ subject, title }: { readonly subject: Subject; readonly title: string }) {
  const { place, run } = useCurrent();
  const chars = useReading(({ more }) => charsAfter(more.sent));
  const query = useSentBody(place, subject.at, chars);
  const copy = useSentCopy(place, subject.at);
  const counter = run.run?.profile.tokenCounter ?? "chars4";
  const more = () => reading.getState().readMore("sent");
  return <BodySection {...{ title, query, chars, counter, copy }} side="sent" onMore={more} />;
}

/** Whether the subject is sent at all, and in which form. Undefined while that is not known. */
function useForm(subject: Subject): "later" | "same" | "changed" | "absent" | undefined {
  const { place } = useCurrent();
  const request = useLayout(place);
  const why = useWhy(place, subject.at);
  if (!request.data || request.stale) return undefined;
  if (subject.index !== undefined && subject.index >= request.data.end) return "later";
  if (subject.at && "special" in subject.at) return "same";
  if (!why.data || why.stale) return why.error ? "same" : undefined;
  const { disposition } = why.data;
  if (disposition === "kept") return "same";
  const covered = subject.index !== undefined && subject.index < request.data.coveredEnd;
  const left = disposition === "pruned" || (disposition === "repaired" && subject.recorded);
  return (covered && subject.index !== request.data.lifted) || left ? "absent" : "changed";
}

function Bodies({ subject }: { readonly subject: Subject }) {
  const show = useReading((state) => state.shown);
  const setShow = (shown: ShownBodies) => reading.getState().read({ shown });
  const form = useForm(subject);
  if (!subject.recorded) return <SentBody subject={subject} title="As sent" />;
  if (form === "same") return <RawBody subject={subject} title="Recorded, and sent as it is" />;
  return (
    <>
      {form === "changed" ? (
        <Segments label="What is shown" value={show} options={SHOWN} onChange={setShow} />
      ) : null}
      {show === "sent" ? null : <RawBody subject={subject} title="As recorded" />}
      {form === "changed" && show !== "raw" ? <SentBody subject={subject} title="As sent" /> : null}
      {form === "absent" && show !== "raw" ? (
        <p className="inspector__note">Nothing of it is sent in this step.</p>
      ) : null}
    </>
  );
}

/** The text of the chosen message: as recorded, and as sent where that differs. */
export function MessageTab({ subject }: { readonly subject: Subject | undefined }) {
  if (!subject) {
    return (
      <EmptyState icon="file" title="No message is chosen">
        Choose one in the columns to read it as it was recorded and as it was sent.
      </EmptyState>
    );
  }
  return (
    <div className="inspector__bodies">
      <Bodies key={addressKey(subject.at)} subject={subject} />
    </div>
  );
}

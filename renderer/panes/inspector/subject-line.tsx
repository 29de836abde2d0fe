import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { RoleIcon } from "../../widgets/role-icon.tsx";
import type { Subject } from "./use-subject.ts";

/** What a tab is about: the chosen message and its tool. */
export function SubjectLine({ subject }: { readonly subject: Subject | undefined }) {
  if (!subject) return null;
  const tool = subject.message?.calls?.[0]?.name ?? subject.message?.results?.[0]?.name;
  return (
    <div className="inspector__subject">
      <RoleIcon role={subject.role} />
      <b>{subject.title}</b>
      {tool === undefined ? null : (
        <span className="mono ellipsis">
          <PlainText text={tool.slice(0, 80)} />
        </span>
      )}
    </div>
  );
}

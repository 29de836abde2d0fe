import { useHostData, useLink } from "../../data/host-context.tsx";
import { Button } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { useAfter } from "../../widgets/use-after.ts";

/** Says that the host cannot be reached, for as long as it cannot. */
export function LinkBanner() {
  const link = useLink();
  if (link.kind === "open" || link.kind === "connecting") return null;
  return <Banner key={link.kind === "refused" ? "refused" : "lost"} />;
}

function Banner() {
  const link = useLink();
  const { connection } = useHostData();
  const late = useAfter(400);
  if (!late) return null;
  return (
    <div className="link-banner" role="alert">
      <Icon name="warning" size={14} />
      {link.kind === "refused" ? (
        link.reason
      ) : (
        <>
          <span>
            <b>Connection lost.</b> The host does not answer. What you see stays; it is tried again by itself.
          </span>
          <Button small onClick={() => connection.reconnect()}>
            Try now
          </Button>
        </>
      )}
    </div>
  );
}

import { useState } from "react";
import { decodedBytes } from "../../../core/lib/base64.ts";
import type { MediaPart } from "../../../core/model/part.ts";
import { formatBytes } from "../../widgets/quantity.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";

/** Only these are drawn: none of them can hold a script. */
const DRAWN: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The address of an image that may be drawn, or undefined. Nothing is ever fetched. */
export function imageSource(media: MediaPart): string | undefined {
  const { mediaType, data } = media;
  if (data === undefined || !DRAWN.has(mediaType) || !BASE64.test(data)) return undefined;
  return `data:${mediaType};base64,${data}`;
}

/** Size of the decoded bytes. */
function bytesOf(media: MediaPart): number {
  return media.ref?.bytes ?? decodedBytes(media.data ?? "");
}

/** An image from its own data, or a line that says what it is. */
export function MediaView({ media }: { readonly media: MediaPart }) {
  const [failed, setFailed] = useState(false);
  const source = imageSource(media);
  const name = media.name ?? media.mediaType;
  return (
    <figure className="inspector__media">
      {source !== undefined && !failed ? (
        <img src={source} alt={name} onError={() => setFailed(true)} />
      ) : (
        <p className="muted">{source === undefined ? "Not drawn" : "The data is no image of this type"}</p>
      )}
      <figcaption>
        <PlainText text={name} /> · {formatBytes(bytesOf(media))}
        {media.ref ? (
          <>
            {" · kept at "}
            <PlainText text={media.ref.path} />
          </>
        ) : null}
      </figcaption>
    </figure>
  );
}

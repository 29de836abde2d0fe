/** The mark: a cask seen from the end, filled to a level, with the room that is left above. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M2.3 11.2a7.8 7.8 0 0 0 15.4 0c-2.6 1.3-5 .2-7.7-.4-2.7-.6-5.1-.9-7.7.4Z" fill="var(--mark)" />
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M10 2v2.6" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  );
}

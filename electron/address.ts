/** The desktop shell's own scheme: standard and secure, so that module workers and storage work, unlike file://. */
export const scheme = "app";

/** Where the window's page lives. */
export const pageAddress = `${scheme}://ui/`;

/** True for an address inside the page's own origin. Anything that is no address is not. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === `${scheme}:` &&
    url.host === "ui" &&
    url.username === "" &&
    url.port === ""
  );
}

/** Whether a text is a JSON object or array as a whole. */
export function isJsonText(text: string): boolean {
  if (!/^[\t\n\r ]*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A message without the name that it begins with, for where that name stands above it already. */
export function withoutName(message: string, name: string): string {
  const start = `${name}: `;
  return message.startsWith(start) ? message.slice(start.length) : message;
}

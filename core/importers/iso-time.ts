const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Length of `00:00:00.000Z`. */
const CLOCK = 13;
const TWO = Array.from({ length: 60 }, (_, at) => String(at).padStart(2, "0"));

/** The day whose date was made last, since 1970: messages of one day follow each other, and a calendar is slow. */
let day = Number.NaN;
let date = "";

/** Seconds since 1970 as ISO 8601; undefined for what no calendar has. */
export function isoTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined || Math.abs(seconds) > 8.64e12) return undefined;
  const time = Math.trunc(seconds * 1000);
  const today = Math.floor(time / DAY);
  if (today !== day) {
    date = new Date(today * DAY).toISOString().slice(0, -CLOCK);
    day = today;
  }
  const left = time - today * DAY;
  const hours = TWO[Math.floor(left / HOUR)];
  const minutes = TWO[Math.floor((left % HOUR) / MINUTE)];
  const milliseconds = left % MINUTE;
  const rest = milliseconds % 1000;
  return `${date}${hours}:${minutes}:${TWO[(milliseconds - rest) / 1000]}.${String(rest).padStart(3, "0")}Z`;
}

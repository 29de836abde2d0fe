const DAY = 86_400_000;
const MINUTE = 60_000;
/** Length of `00:00:00.000Z`. */
const CLOCK = 13;
const ZERO = 48;

/** The day whose date was made last, since 1970: messages of one day follow each other, and a calendar is slow. */
let day = Number.NaN;
/** The date, then the clock of the time that was made last, as character codes. */
let codes: number[] = [];
/** The time that was made last, in milliseconds: a call and its result are often of one. */
let last = Number.NaN;
let lastText = "";

/** Seconds since 1970 as ISO 8601; undefined for what no calendar has. */
export function isoTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined || Math.abs(seconds) > 8.64e12) return undefined;
  const time = Math.trunc(seconds * 1000);
  if (time !== last) {
    lastText = textOf(time);
    last = time;
  }
  return lastText;
}

function textOf(time: number): string {
  const today = Math.floor(time / DAY);
  if (today !== day) {
    codes = Array.from(new Date(today * DAY).toISOString(), (sign) => sign.charCodeAt(0));
    day = today;
  }
  const clock = codes.length - CLOCK;
  // Whole numbers of 32 bits from here on, which are divided more quickly.
  const left = (time - today * DAY) | 0;
  const [minutes, milliseconds] = [(left / MINUTE) | 0, (left % MINUTE) | 0];
  writeTwo(clock, (minutes / 60) | 0);
  writeTwo(clock + 3, minutes % 60);
  writeTwo(clock + 6, (milliseconds / 1000) | 0);
  codes[clock + 9] = ZERO + (((milliseconds % 1000) / 100) | 0);
  writeTwo(clock + 10, milliseconds % 100);
  // In one piece: a text that was put together of several takes five times as much memory.
  return String.fromCharCode(...codes);
}

function writeTwo(at: number, value: number): void {
  codes[at] = ZERO + ((value / 10) | 0);
  codes[at + 1] = ZERO + (value % 10);
}

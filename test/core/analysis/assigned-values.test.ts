import { describe, expect, test } from "vitest";
import { maskText } from "../../../core/analysis/mask-secrets.ts";
import { letters } from "../../support/made-secrets.ts";

/** A text, and what of it must not be left; everything else must. */
const GIVEN: readonly (readonly [text: string, secret: string])[] = [
  ["PASSWORD=low-water-7", "low-water-7"],
  ["export DB_PASSWORD=opensesame && run", "opensesame"],
  ["PGPASSWORD=p@ss(w)rd;x psql -h db", "p@ss(w)rd;x"],
  ["GITHUB_TOKEN=abcdef123456", "abcdef123456"],
  ["environment:\n  - STRIPE_SECRET_KEY=quay12berth", "quay12berth"],
  ['api_key: "quay-and-berth"', "quay-and-berth"],
  ["const apiKey: string = 'quay-and-berth';", "quay-and-berth"],
  ['os.environ["OPENAI_API_KEY"] = "quay-and-berth"', "quay-and-berth"],
  ["client_secret := `550e8400-e29b-41d4-a716-446655440000`", "550e8400-e29b-41d4-a716-446655440000"],
  ["'password' => 'tide%table'", "tide%table"],
  ["db:\n  password: hunter22\n  port: 5432", "hunter22"],
  ["The password: hunter22.", "hunter22"],
  ["Server=db;User Id=sa;Password=tide!Table9;Encrypt=true", "tide!Table9"],
  ["AccountKey=Zm9yIHRoZSBxdWF5IG9ubHk=;Suffix=x", "Zm9yIHRoZSBxdWF5IG9ubHk="],
  ["GET /tides?api_key=quayside&day=3", "quayside"],
  ["https://host.example.org/x?day=3&token=quayside", "quayside"],
  ["run --password=quayside --verbose", "quayside"],
  ["run --token=quayside9", "quayside9"],
  ["https://host.example.org/x?key=q7w8e9r0t1", "q7w8e9r0t1"],
  ["run --api-key q7w8e9r0t1 --verbose", "q7w8e9r0t1"],
  ["run --token 'quay-side'", "quay-side"],
  ["curl -s -u ada:low-water https://host.example.org", "low-water"],
  ["machine host.example.org login ada password lowwater", "lowwater"],
  ["Authorization: Basic dXNlcjpwYXNz", "Basic dXNlcjpwYXNz"],
  ["curl -H 'Authorization: token q7w8e9r0t1' x", "token q7w8e9r0t1"],
  ["X-Api-Key: q7w8e9r0t1", "q7w8e9r0t1"],
  ["Cookie: session=q7w8e9r0; theme=dark\nAccept: */*", "session=q7w8e9r0; theme=dark"],
  ["<password>low-water</password>", "low-water"],
];

const HARMLESS = [
  "password = getPassword()",
  "const password = await readPassword(prompt);",
  "password=password, api_key=api_key",
  "self.token = token",
  "token = tokens[0]; secret = args.secret",
  "if (password == 'x' || password === stored) {",
  'if password == "tide-table":',
  "password: string; apiKey?: string | undefined",
  "apiKey: z.string().min(1), secret: Uint8Array",
  "PASSWORD=$PASSWORD API_KEY=${API_KEY} TOKEN=$(gh auth token)",
  "API_KEY=<your key> API_KEY=your_api_key_here SECRET=changeme",
  'api_key: "${{ secrets.API_KEY }}" and "OPENAI_API_KEY"',
  "api_key=os.environ['QUAY']",
  "process.env.API_KEY = undefined",
  "PWD=/home/quay/berth OLDPWD=/srv SECRET=/run/secrets/quay",
  "max_tokens=4096 tokens: 128000 total_tokens = 123456",
  "next_token=abcdef123456 pad_token: '<pad>' pageToken: 'abcdef123456'",
  "PASSWORD_MIN_LENGTH=120000 TOKEN_URL=https://host.example.org/t",
  "password: the one that you chose when you signed up",
  "Enter your password: (it must have 12 characters)",
  'label: "Password", placeholder: "Your password", type: "password"',
  "Secret: required. Token: optional.",
  "Authorization: the harbour master must approve it",
  "Authorization: Bearer $TOKEN",
  "Cookie: chocolate chip",
  "key: sha256, secret: uint8, token: base64",
  "commit 3f786850e387550fdab836ed7e6dc881de23001b",
  "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "id: 550e8400-e29b-41d4-a716-446655440000, key: 550e8400-e29b-41d4-a716-446655440000",
  "integrity sha512-Zm9yIHRoZSBxdWF5IG9ubHk0Zm9yIHRoZSBxdWF5IG9ubHk0==",
  `data:image/png;base64,${letters.repeat(20)}==`,
  "GET /x?key=settings&page=2 and --key=quayside.pem",
  "docker run -u 1000:1000 quay && chown root:staff x",
  "keys begin with ghp_ or sk-ant-… and AKIA…",
];

describe("values that are given to names of credentials", () => {
  test.each(GIVEN)("%s", (text, secret) => {
    const { value, count } = maskText(text);
    expect(value).not.toContain(secret);
    const [before = "", after = ""] = text.split(secret);
    expect(value.startsWith(before) && value.endsWith(after)).toBe(true);
    expect(value.slice(before.length, value.length - after.length)).toMatch(/^\[[\w ]+ masked\]$/);
    expect(count).toBe(1);
    expect(maskText(value)).toEqual({ value, count: 0 });
  });

  test.each(HARMLESS)("none in: %s", (text) => expect(maskText(text)).toEqual({ value: text, count: 0 }));
});

test.each([
  [`says sk-${"ant"}-api03-Q7wE4rT9`, `says [part of a secret masked]`],
  [`says ghp_${letters.slice(0, 12)}… and goes on`, "says [part of a secret masked]… and goes on"],
  [`ghp_${letters.slice(0, 12)}\n[12 lines left out]`, "[part of a secret masked]\n[12 lines left out]"],
])("the start of a key of a known sort is known where the text was cut: %s", (text, shown) => {
  expect(maskText(text)).toEqual({ value: shown, count: 1 });
});

import type { SensitiveKind } from "../model/sensitive.ts";
import { isCredential, isNoValue, LONGEST_NAME } from "./credential-names.ts";

/** One sort of secret in a text: how it starts, and all of it. */
export interface SensitivePattern {
  readonly kind: SensitiveKind;
  readonly what: string;
  /** The texts that it may start with; only there the pattern is tried. */
  readonly starts: readonly string[];
  /** Sticky. Every repetition is bounded or eats what it has looked at: a text costs one look. */
  readonly whole: RegExp;
}

const key = (what: string, start: string | readonly string[], rest: string): SensitivePattern => {
  const starts = typeof start === "string" ? [start] : start;
  return { kind: "api-key", what, starts, whole: new RegExp(`(?:${starts.join("|")})${rest}`, "y") };
};

const token = (what: string, starts: readonly string[], whole: RegExp): SensitivePattern => ({
  kind: "token",
  what,
  starts,
  whole,
});

/** The well-known sorts. Of two that start alike, the first that fits counts. */
export const SENSITIVE_PATTERNS: readonly SensitivePattern[] = [
  key("Anthropic API key", "sk-ant-", "[\\w-]{20,300}"),
  key("OpenRouter API key", "sk-or-", "[\\w-]{20,200}"),
  key("Langfuse key", ["sk-lf-", "pk-lf-"], "[\\w-]{20,100}"),
  key("OpenAI API key", ["sk-proj-", "sk-svcacct-", "sk-admin-"], "[\\w-]{20,300}"),
  key("API key that starts with sk-", "sk-", "[A-Za-z0-9]{20,200}"),
  key("AWS access key id", ["AKIA", "ASIA"], "[A-Z0-9]{16}(?![A-Za-z0-9])"),
  key("Google API key", "AIza", "[\\w-]{35}"),
  key("GitHub token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], "[A-Za-z0-9]{36,255}"),
  key("GitHub token", "github_pat_", "\\w{22,255}"),
  key("GitLab token", "glpat-", "[\\w-]{20,100}"),
  key("Slack token", ["xoxb-", "xoxp-", "xoxa-", "xoxs-", "xoxr-", "xoxe-", "xapp-"], "[\\w-]{10,300}"),
  key("Stripe key", ["sk_live_", "sk_test_", "rk_live_", "rk_test_"], "[A-Za-z0-9]{16,200}"),
  key("Hugging Face token", "hf_", "[A-Za-z0-9]{30,100}"),
  key("npm token", "npm_", "[A-Za-z0-9]{36}"),
  key("PyPI token", "pypi-", "[\\w-]{50,300}"),
  key("Groq API key", "gsk_", "[A-Za-z0-9]{40,100}"),
  key("xAI API key", "xai-", "[A-Za-z0-9]{40,200}"),
  key("Perplexity API key", "pplx-", "[A-Za-z0-9]{32,100}"),
  key("Replicate token", "r8_", "[A-Za-z0-9]{30,60}"),
  key("Tavily API key", "tvly-", "[\\w-]{20,100}"),
  key("LangSmith API key", ["lsv2_pt_", "lsv2_sk_"], "\\w{30,100}"),
  key("DigitalOcean token", "dop_v1_", "[a-f0-9]{64}"),
  key("SendGrid API key", "SG.", "[\\w-]{16,32}\\.[\\w-]{16,64}"),
  token("Google OAuth token", ["ya29."], /ya29\.[\w-]{20,500}/y),
  token("JSON web token", ["eyJ"], /eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,2000}/y),
  token("bearer token", ["Bearer ", "bearer ", "BEARER "], /bearer {1,3}[\w.~+/-]{16,4000}={0,2}/iy),
  token("basic authorization", ["Basic ", "basic "], /basic {1,3}[A-Za-z0-9+/]{16,2000}={0,2}(?![\w -])/iy),
  token("password in an address", ["://"], /:\/\/[^\s/:@"'<>`]{1,100}:[^\s/@"'<>`]{3,200}@[\w.-]{3,100}/y),
  {
    kind: "private-key",
    what: "private key",
    starts: ["-----BEGIN "],
    whole: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\w\s+/=\\]{0,80}/y,
  },
  {
    kind: "home-path",
    what: "home folder",
    starts: ["/home/", "/Users/"],
    whole: /\/(?:home|Users)\/(?!Shared\b)[\w.-]{1,64}/y,
  },
  {
    kind: "home-path",
    what: "home folder",
    starts: [":\\Users\\", ":\\\\Users\\\\"],
    whole: /:\\{1,2}Users\\{1,2}(?!Public\b|Default\b)[\w.-]{1,64}/y,
  },
  { kind: "account", what: "organisation id", starts: ["org-"], whole: /org-[A-Za-z0-9]{20,40}/y },
  { kind: "account", what: "account id", starts: ["acct_"], whole: /acct_[A-Za-z0-9]{14,30}/y },
  {
    kind: "account",
    what: "user id",
    starts: ["user_"],
    whole: /user_[0-9a-f]{32,64}(?:_account_[\w-]{0,120})?(?![0-9A-Za-z])/y,
  },
  {
    kind: "account",
    what: "AWS account id",
    starts: ["arn:aws:"],
    whole: /arn:aws:[\w-]{1,40}:[\w-]{0,40}:\d{12}/y,
  },
];

/** Names of fields whose value names an account. */
const ACCOUNT = /^(?:account|organi[sz]ation|org|user|workspace|tenant)[-_]?(?:id|uuid)$/i;
/** What a field's name says about its value: undefined for a name that says nothing. */
export function sensitiveField(name: string, value: string): SensitivePattern["kind"] | undefined {
  if (name.length > LONGEST_NAME || isNoValue(value)) return undefined;
  if (isCredential(name, value)) return "credential";
  return ACCOUNT.test(name) ? "account" : undefined;
}

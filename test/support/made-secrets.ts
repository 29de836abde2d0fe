/** Made up, and put together here so that no scanner takes this file for a leak. */
export const letters = "Q7wE4rT9yU2iO5pA8sD3fG6hJ1kL0zX7cV4bN9mQ2wE5rT8yU1iO4pA7sD0fG3hJ6kL9zX2cV5bN8m";
/** Capitals and digits. */
export const upper = "Q7WE4RT9YU2IO5PA";
const hex = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/** One of every sort that the scan knows, with what the scan calls it. */
export const SECRETS: readonly (readonly [what: string, text: string])[] = [
  ["Anthropic API key", `sk-${"ant"}-api03-${letters}`],
  ["OpenRouter API key", `sk-${"or"}-v1-${hex}`],
  ["Langfuse key", `sk-${"lf"}-${letters.slice(0, 36)}`],
  ["OpenAI API key", `sk-${"proj"}-${letters}`],
  ["API key that starts with sk-", `sk-${letters.slice(0, 48)}`],
  ["AWS access key id", `AKIA${upper}`],
  ["Google API key", `AIza${letters.slice(0, 35)}`],
  ["GitHub token", `ghp_${letters.slice(0, 36)}`],
  ["GitHub token", `github_pat_${letters.slice(0, 60)}`],
  ["GitLab token", `glpat-${letters.slice(0, 20)}`],
  ["Slack token", `xoxb-123456789012-${letters.slice(0, 24)}`],
  ["Stripe key", `sk_${"live"}_${letters.slice(0, 24)}`],
  ["Hugging Face token", `hf_${letters.slice(0, 34)}`],
  ["npm token", `npm_${letters.slice(0, 36)}`],
  ["PyPI token", `pypi-${letters.slice(0, 60)}`],
  ["Groq API key", `gsk_${letters.slice(0, 52)}`],
  ["xAI API key", `xai-${letters.slice(0, 60)}`],
  ["Perplexity API key", `pplx-${letters.slice(0, 48)}`],
  ["Replicate token", `r8_${letters.slice(0, 37)}`],
  ["Tavily API key", `tvly-${letters.slice(0, 32)}`],
  ["LangSmith API key", `lsv2_pt_${letters.slice(0, 40)}`],
  ["DigitalOcean token", `dop_v1_${hex}`],
  ["SendGrid API key", `SG.${letters.slice(0, 22)}.${letters.slice(0, 43)}`],
  ["Google OAuth token", `ya29.${letters}`],
  ["JSON web token", `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 30)}.${letters.slice(0, 20)}`],
  ["bearer token", `Bearer ${letters.slice(0, 40)}`],
  ["basic authorization", "Basic dXNlcjpwYXNzd29yZDEyMw=="],
  ["password in an address", "postgres://ada:tide-table@db.internal/tides"],
  ["private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA"],
  ["home folder", "/home/ada"],
  ["home folder", "/Users/ada"],
  ["home folder", ":\\Users\\ada"],
  ["home folder", ":\\\\Users\\\\ada"],
  ["organisation id", `org-${letters.slice(0, 24)}`],
  ["account id", `acct_${letters.slice(0, 16)}`],
  ["user id", `user_${hex}`],
  ["AWS account id", "arn:aws:iam::123456789012:role/tide"],
  ["e-mail address", "ada.b+tide@harbour.example.org"],
];

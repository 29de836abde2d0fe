/** Who, or what, a part of a request is from: outlines on a 16 × 16 grid. */
const PATHS = {
  user: "M8 8.2a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM2.8 13.6c.5-2.5 2.6-3.8 5.2-3.8s4.7 1.3 5.2 3.8",
  assistant: "M8 2.2l1.5 4.3L13.8 8 9.5 9.5 8 13.8 6.5 9.5 2.2 8l4.3-1.5zM13 2.4v2.2M11.9 3.5h2.2",
  tool: "M9.6 6.4 3 13l-.1.1a1.2 1.2 0 0 1-1.7-1.7l.1-.1 6.5-6.6a3.4 3.4 0 0 1 4.4-3.3L10.4 3.2l.3 2.1 2.1.3 1.8-1.8a3.4 3.4 0 0 1-5 2.6Z",
  system: "M2.5 3h11v7.5h-11zM6 13.5h4M8 10.5v3",
  tools: "M2.5 4h11M2.5 8h11M2.5 12h11M5 2.5v3M11 6.5v3M7 10.5v3",
  summary: "M12 4.2V2.8H4l4.4 5.2L4 13.2h8v-1.4",
  engine: "M8 3v10M3 8h10",
} as const;

/** The name of a role's icon. */
export type RoleName = keyof typeof PATHS;

/** A role's icon, hidden from screen readers: what it stands beside says it in words. */
export function RoleIcon({ role, size = 14 }: { readonly role: RoleName; readonly size?: number }) {
  return (
    <svg className="role-icon" width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <path
        d={PATHS[role]}
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

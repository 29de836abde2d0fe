import { useCurrent } from "../../data/current.tsx";
import { layout, type ThemeChoice, useLayoutState } from "../../state/layout.ts";
import { overlay } from "../../state/overlay.ts";
import { IconButton } from "../../widgets/button.tsx";
import type { IconName } from "../../widgets/icon.tsx";
import { Keys } from "../../widgets/keys.tsx";
import { Menu } from "../../widgets/menu.tsx";
import "./header.css";
import { LaneChooser } from "./lane-chooser.tsx";
import { Mark } from "./mark.tsx";
import { ProfileChooser } from "./profile-chooser.tsx";
import { Stepper } from "./stepper.tsx";
import { Totals } from "./totals.tsx";

/** The line at the top of the window. */
export function Header() {
  const { transcript, steps } = useCurrent();
  return (
    <header className="header">
      <LibraryToggle />
      <div className="header__name">
        <Mark />
        <h1>Ullage</h1>
      </div>
      {transcript ? (
        <>
          <span className="header__line" />
          <bdi className="header__title ellipsis" title={transcript.name}>
            {transcript.name}
          </bdi>
          <LaneChooser />
        </>
      ) : null}
      <span className="header__space" />
      {transcript && steps > 0 ? (
        <>
          <Stepper />
          <Totals />
        </>
      ) : null}
      {transcript ? <ProfileChooser /> : null}
      <Tools open={transcript !== undefined} />
    </header>
  );
}

function LibraryToggle() {
  const open = useLayoutState((state) => state.libraryOpen);
  return (
    <IconButton
      icon="library"
      label={open ? "Hide the library" : "Show the library"}
      keys={<Keys combination="mod+b" />}
      pressed={open}
      onClick={() => layout.getState().toggle("libraryOpen")}
    />
  );
}

const THEME_ICONS: { readonly [T in ThemeChoice]: IconName } = {
  system: "system",
  light: "sun",
  dark: "moon",
};
const THEMES: readonly ThemeChoice[] = ["system", "light", "dark"];

function Tools({ open }: { readonly open: boolean }) {
  const { theme, inspectorOpen, drawerOpen, toggle, set } = useLayoutState((state) => state);
  return (
    <div className="header__tools">
      {open ? (
        <>
          <IconButton
            icon="drawer"
            label={drawerOpen ? "Hide the policy drawer" : "Show the policy drawer"}
            keys={<Keys combination="p" />}
            pressed={drawerOpen}
            onClick={() => toggle("drawerOpen")}
          />
          <IconButton
            icon="inspector"
            label={inspectorOpen ? "Hide the inspector" : "Show the inspector"}
            keys={<Keys combination="i" />}
            pressed={inspectorOpen}
            onClick={() => toggle("inspectorOpen")}
          />
        </>
      ) : null}
      <Menu
        align="end"
        trigger={<IconButton icon={THEME_ICONS[theme]} label="Theme" keys={<Keys combination="t" />} />}
        items={THEMES.map((one) => ({
          kind: "item",
          id: one,
          label: one === "system" ? "Like the system" : one === "light" ? "Light" : "Dark",
          checked: one === theme,
          onSelect: () => set({ theme: one }),
        }))}
      />
      <IconButton
        icon="palette"
        label="Commands"
        keys={<Keys combination="mod+k" />}
        onClick={() => overlay.getState().show({ kind: "palette" })}
      />
    </div>
  );
}

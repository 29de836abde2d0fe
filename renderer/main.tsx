import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/forced-colors.css";
import { chooseConnection } from "./connect/choose.ts";
import { HostProvider } from "./data/host-context.tsx";
import { followTheme } from "./follow-theme.ts";
import { Start } from "./start.tsx";
import { layout } from "./state/layout.ts";
import { TooltipProvider } from "./widgets/tooltip.tsx";

followTheme(window, layout);
const connection = chooseConnection(window);
const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root");
createRoot(root).render(
  <StrictMode>
    <HostProvider connection={connection}>
      <TooltipProvider>
        <Start />
      </TooltipProvider>
    </HostProvider>
  </StrictMode>,
);

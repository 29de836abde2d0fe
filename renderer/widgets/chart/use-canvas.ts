import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** The size of an element in CSS pixels, followed as it changes. */
export function useSize(element: RefObject<HTMLElement | null>): {
  readonly width: number;
  readonly height: number;
} {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const read = () => setSize({ width: node.clientWidth, height: node.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Counts changes of the page's theme, so that what was painted with its colours is painted again. */
export function useThemeVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setVersion((now) => now + 1));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => observer.disconnect();
  }, []);
  return version;
}

/** A canvas that is painted anew, sharp on every screen, whenever `draw` or the size changes. */
export function usePainted(
  draw: (g: CanvasRenderingContext2D, width: number, height: number) => void,
  width: number,
  height: number,
): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const node = canvas.current;
    const g = node?.getContext("2d");
    if (!node || !g || width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio || 1;
    node.width = Math.round(width * ratio);
    node.height = Math.round(height * ratio);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(g, width, height);
  }, [draw, width, height]);
  return canvas;
}

/** Turns `var(--name)` into the value that it has for an element. */
export function colourReader(element: Element): (css: string) => string {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (css) => {
    const name = /^var\((--[\w-]+)\)$/.exec(css)?.[1];
    if (!name) return css;
    const value = known.get(name) ?? (style.getPropertyValue(name).trim() || "currentColor");
    known.set(name, value);
    return value;
  };
}

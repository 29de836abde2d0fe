import { useEffect, useState } from "react";

/** A value once it has stayed the same for so many milliseconds; undefined until then. */
export function useSettled<T>(value: T, milliseconds: number): T | undefined {
  const [settled, setSettled] = useState<T>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled === value ? settled : undefined;
}

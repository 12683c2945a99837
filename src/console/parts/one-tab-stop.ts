import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** The links and buttons of a box are one Tab stop; arrows move among them (ARIA Authoring Practices, roving tabindex). */
export function useOneTabStop(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current!;
    let stop: HTMLElement | undefined;
    const settle = () => {
      const all = controlsIn(element);
      stop = all.find((each) => each === document.activeElement) ?? all.find((each) => each === stop) ?? all[0];
      for (const each of all) each.tabIndex = each === stop ? 0 : -1;
    };
    const move = ({ key, target }: KeyboardEvent) => besideOf(controlsIn(element), target, key)?.focus();
    settle();
    element.addEventListener("focusin", settle);
    element.addEventListener("keydown", move);
    const observer = new MutationObserver(settle);
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ["open"] });
    return () => observer.disconnect();
  }, []);
}

const controlsIn = (box: HTMLElement) =>
  [...box.querySelectorAll<HTMLElement>("a[href], button, summary")].filter(
    (each) => each.closest("dialog, [role=menu]") === null && each.checkVisibility(),
  );

export function besideOf(all: readonly HTMLElement[], from: EventTarget | null, key: string): HTMLElement | undefined {
  const [at, step] = [all.indexOf(from as HTMLElement), { ArrowRight: 1, ArrowLeft: -1 }[key]];
  return step === undefined || at < 0 ? undefined : all.at((at + step) % all.length);
}

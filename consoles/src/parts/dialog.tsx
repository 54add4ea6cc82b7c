/** A dialog: focus goes in, Esc and the cross close it, and focus comes back. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../words";
import { Icon } from "./sprite";

/** What opened the dialog that was closed last, while focus is on it still. */
let opener: Element | null = null;

/** Whether Enter on this would only open again what was just closed. */
export function reopens(it: Element | null): boolean {
  return it !== null && it === opener;
}

export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before anything is painted: a key pressed at once is the dialog's already.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) {
        before.focus();
        opener = before;
        before.addEventListener("blur", () => (opener = null), { once: true });
      }
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key closes it by onCancel
    <dialog
      ref={ref}
      class="dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <div class="spread dialog-head">
          <h2>{title}</h2>
          <button type="button" class="tool" onClick={onClose} aria-label={words.value.close}>
            <Icon name="cross" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

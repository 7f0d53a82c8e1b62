/** Wakes all waiters. Each waits no longer than its timeout. */
export class Signal {
  readonly #waiting = new Set<() => void>()

  notify(): void {
    for (const wake of [...this.#waiting]) wake()
  }

  wait(timeout_ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = timeout_ms === undefined ? undefined : setTimeout(() => wake(), timeout_ms)
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
    })
  }
}

import { Signal } from '../../signal.ts'

/** The state of a reader, and the reason if it does not run. */
export class ReaderState {
  /** Notified when the reader no longer runs. */
  readonly ended = new Signal()
  #name: 'starting' | 'running' | 'halted' | 'stopped' = 'starting'
  #halted: Error | undefined

  get name(): 'starting' | 'running' | 'halted' | 'stopped' {
    return this.#name
  }

  get isRunning(): boolean {
    return this.#name === 'running'
  }

  /** The error that every further call throws. */
  get halted(): Error | undefined {
    return this.#halted
  }

  start(): void {
    this.#name = 'running'
  }

  halt(error: Error): void {
    this.#name = 'halted'
    this.#halted = error
    this.ended.notify()
  }

  stop(): void {
    this.#name = 'stopped'
    this.ended.notify()
  }
}

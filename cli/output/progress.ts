import type { Progress } from '../../stack/install/progress.ts'

export type ProgressDisplay = {
  readonly report: Progress
  /** For counts that change all the time: shown in place on a terminal, elsewhere only in the reminder. */
  follow(step: string, detail: string): void
  end(): void
}

type Step = { detail: string; done: boolean; readonly started_ms: number }

const REMINDER_MS = 10_000

/**
 * Shows the progress of long work on standard error. On a terminal the lines change in place. Elsewhere there
 * is a line for each change, and every ten seconds a reminder of unfinished steps.
 */
export function showProgress(stream: NodeJS.WriteStream = process.stderr): ProgressDisplay {
  return stream.isTTY ? onTerminal(stream) : asLines(stream)
}

function onTerminal(stream: NodeJS.WriteStream): ProgressDisplay {
  const steps = new Map<string, Step>()
  let drawn = 0
  const draw = (): void => {
    const lines = [...steps].map(([name, step]) => {
      const mark = step.done ? '✔' : '…'
      const time = step.done ? '' : ` (${seconds(step)} s)`
      return `${mark} ${name.padEnd(9)} ${step.detail}${time}`.slice(0, (stream.columns || 80) - 1)
    })
    // Moves up to our first line, then writes each line again.
    stream.write(`${drawn > 0 ? `\x1b[${drawn}A` : ''}${lines.map((line) => `\x1b[2K${line}\n`).join('')}`)
    drawn = lines.length
  }
  const timer = setInterval(draw, 1_000)
  timer.unref()
  return {
    report(name, detail, done = false) {
      note(steps, name, detail, done)
      draw()
    },
    follow(name, detail) {
      note(steps, name, detail, false)
      draw()
    },
    end: () => clearInterval(timer),
  }
}

function asLines(stream: NodeJS.WritableStream): ProgressDisplay {
  const steps = new Map<string, Step>()
  const timer = setInterval(() => {
    for (const [name, step] of steps) {
      if (!step.done) stream.write(`${name}: ${step.detail} (${seconds(step)} s)\n`)
    }
  }, REMINDER_MS)
  timer.unref()
  return {
    report(name, detail, done = false) {
      note(steps, name, detail, done)
      stream.write(`${name}: ${detail}\n`)
    },
    follow: (name, detail) => note(steps, name, detail, false),
    end: () => clearInterval(timer),
  }
}

function note(steps: Map<string, Step>, name: string, detail: string, done: boolean): void {
  const step = steps.get(name)
  if (step === undefined) steps.set(name, { detail, done, started_ms: Date.now() })
  else Object.assign(step, { detail, done })
}

function seconds(step: Step): number {
  return Math.round((Date.now() - step.started_ms) / 1000)
}

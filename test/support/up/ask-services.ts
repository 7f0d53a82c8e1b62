import { expect } from 'vitest'
import type { ReadinessAnswer } from '../../../runtime/health/readiness.ts'
import type { Outcome } from '../harness/command-line.ts'
import { type Cell, type Readyz, type Service, services } from './health-cells.ts'
import type { UpHome } from './up-home.ts'

/** Every /readyz and /healthz is answered within this, or not at all. */
const ANSWER_MS = 3_000

export type Answers = {
  readonly readyz: Readonly<Record<Service, Readyz>>
  readonly healthz: Readonly<Record<Service, boolean>>
  readonly bodies: Readonly<Partial<Record<Service, ReadinessAnswer>>>
}

const portsOf = ({ settings: { port, metrics_port } }: UpHome): Record<Service, number> => ({
  relay: metrics_port,
  project: metrics_port + 1,
  webhooks: metrics_port + 2,
  derive: metrics_port + 4,
  alerts: metrics_port + 5,
  api: port,
})

export async function askServices(home: UpHome): Promise<Answers> {
  const readyz = {} as Record<Service, Readyz>
  const healthz = {} as Record<Service, boolean>
  const bodies: Partial<Record<Service, ReadinessAnswer>> = {}
  const ask = async (service: Service): Promise<void> => {
    const address = `http://127.0.0.1:${portsOf(home)[service]}`
    const [health, answer] = await Promise.all([get(`${address}/healthz`), get(`${address}/readyz`)])
    healthz[service] = health?.status === 200
    if (answer === undefined) {
      readyz[service] = 'no answer'
      return
    }
    const body = answer.body as ReadinessAnswer
    bodies[service] = body
    expect(answer.status).toBe(body.status === 'not_ready' ? 503 : 200)
    readyz[service] = body.status === 'not_ready' ? 'not ready' : body.status
  }
  await Promise.all(services.map(ask))
  return { readyz, healthz, bodies }
}

async function get(url: string): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    return { status: answer.status, body: await answer.json() }
  } catch {
    // The service does not answer.
    return undefined
  }
}

/** `unready` means both. */
export const isAsExpected = (answer: Readyz, expected: Readyz): boolean =>
  expected === 'unready' ? answer === 'not ready' || answer === 'no answer' : answer === expected

/** `status --json`, and `up --detach` beside a running `up`. */
export async function expectCommands(
  home: UpHome,
  { what, is_well, named = what }: Pick<Cell, 'what' | 'is_well' | 'named'>,
) {
  const status = await home.runHere('status', '--json')
  const up = await home.runHere('up', '--detach', '--no-sample')
  const answer = status.json() as { ready: boolean; caught_up: boolean; problems: string[] }
  if (is_well) {
    expect({ ...answer, code: status.code }).toMatchObject({
      code: 0,
      ready: true,
      caught_up: true,
      problems: [],
    })
    expect(up.code).toBe(0)
    return
  }
  expect({ ...answer, code: status.code }).toMatchObject({ code: 1, ready: false, caught_up: false })
  expect(answer.problems.join('\n')).toContain(named)
  expectRefusal(up, named)
}

function expectRefusal(up: Outcome, what: string): void {
  expect(up).toMatchObject({ code: 1, stdout: '' })
  expect(up.stderr).toContain(what)
  expect(up.stderr).not.toMatch(/Token|API {8}/)
}

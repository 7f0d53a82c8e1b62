import { createModelMetrics } from '../../../derive/model/answers/model-metrics.ts'
import { createStoredAnswers } from '../../../derive/model/answers/stored-answers.ts'
import { createTokenBudget } from '../../../derive/model/answers/token-budget.ts'
import { createChat } from '../../../derive/model/chat/chat-client.ts'
import { createModelWorker, type ModelWorker } from '../../../derive/model/queue/model-worker.ts'
import { type PlannedBill, planWork } from '../../../derive/model/queue/plan-work.ts'
import type { DerivationBody, RecordDerivation } from '../../../derive/model/queue/work-parts.ts'
import type { SectionTree } from '../../../derive/sections/section-tree.ts'
import type { TextReference, VersionText } from '../../../derive/text/version-text.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { createManualClock } from '../clocks/manual-clock.ts'
import { type ChatServer, createChatServer } from '../fakes/chat-server.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { createTestDatabase } from '../stores/database.ts'
import { sectionedText } from './numbered-bill.ts'

export const MODEL = 'small-1'
export const KEY = 'sk-secret-of-the-operator'

type Limits = {
  readonly tokens_per_day?: number
  readonly window_characters?: number
  readonly max_text_bytes?: number
  readonly timeout_ms?: number
  readonly concurrency?: number
  readonly model?: string
}

/** A database, a chat server that lies as a test says, and workers that ask it about invented bills. */
export async function createModelWorld() {
  const { database } = await createTestDatabase()
  // Stands for the table of requests of ingest: it is written in the transaction of the worker.
  await database.query('CREATE TABLE recorded (id serial, bill text, body jsonb)')
  const server: ChatServer = await createChatServer()
  const clock = createManualClock()
  const texts = new Map<string, { text: VersionText; tree: SectionTree }>()
  const lines: string[] = []
  const metrics = createMetrics()
  const modelMetrics = createModelMetrics(metrics)
  const recordDerivation: RecordDerivation = async (client, bill, body) => {
    await client.query('INSERT INTO recorded (bill, body) VALUES ($1, $2)', [bill, JSON.stringify(body)])
  }
  const found = (reference: TextReference) => {
    const known = texts.get(reference.extracted_sha256)
    if (known === undefined) throw new Error('the object store lacks the text')
    return known
  }

  function worker(limits: Limits = {}, record: RecordDerivation = recordDerivation): ModelWorker {
    const { tokens_per_day = 0, window_characters = 60_000, max_text_bytes = 2_000_000 } = limits
    const model = limits.model ?? MODEL
    const chat = createChat({
      ...{ url: server.url, key: KEY, model, timeout_ms: limits.timeout_ms ?? 5_000 },
      ...{ max_response_bytes: 100_000, clock },
    })
    const made = createModelWorker({
      ...{ database, chat, clock, model, window_characters, max_text_bytes, recordDerivation: record },
      ...{ budget: createTokenBudget(database, tokens_per_day), stored: createStoredAnswers(database) },
      ...{ metrics: modelMetrics, claim_ms: 600_000, concurrency: limits.concurrency ?? 1 },
      readText: async (reference) => found(reference).text,
      readSections: async (reference) => found(reference).tree,
      priorities: async () => new Map(),
      log: createLog('model', 'trace', { write: (line) => void lines.push(line) }),
    })
    cleanUp(async () => {
      await made.stop()
      await chat.close()
    })
    return made
  }

  return {
    ...{ database, server, clock, worker, lines, metrics },
    /** Stores a text with these sections. */
    store(...sections: readonly string[]): TextReference {
      const { text, tree } = sectionedText(...sections)
      const sha256 = `${texts.size + 1}`.padStart(64, '0')
      const reference = { ...text.reference, extracted_sha256: sha256 }
      texts.set(sha256, { text: { ...text, reference }, tree })
      return reference
    },
    async plan(
      bills: readonly (Partial<PlannedBill> & {
        bill_id: number
        text: TextReference | null
        priority?: number
      })[],
      model = MODEL,
    ) {
      const planned = bills.map(({ bill_id, text, changed_at }) => ({
        ...{
          bill_id,
          bill_ocd_id: `ocd-bill/${bill_id}`,
          text,
          version_id: text === null ? null : `v${bill_id}`,
        },
        changed_at: changed_at ?? '2026-03-01T00:00:00Z',
      }))
      const priority = (id: number) => bills.find(({ bill_id }) => bill_id === id)?.priority ?? 0
      await planWork(database, planned, { model, now: clock.now(), priority })
    },
    async recorded(): Promise<readonly { readonly bill: string; readonly body: DerivationBody }[]> {
      const { rows } = await database.query<{ bill: string; body: DerivationBody }>(
        'SELECT bill, body FROM recorded ORDER BY id',
      )
      return rows
    },
    async work(): Promise<
      readonly {
        bill_id: number
        kind: string
        due_at: string | null
        reason: string | null
        failures: number
      }[]
    > {
      const { rows } = await database.query(
        'SELECT bill_id, kind, due_at, reason, failures FROM derive.model_work ORDER BY bill_id, kind',
      )
      return rows
    },
    /** Forgets bills, answers, budget and requests. */
    async clear() {
      await database.query(
        'TRUNCATE derive.model_work, derive.model_answer, derive.model_day, derive.model_position, recorded',
      )
      server.play({ kind: 'status', status: 404 })
      ;(server.seen as unknown[]).length = 0
      lines.length = 0
      clock.set('2026-03-02T09:00:00.000Z')
    },
  }
}

export type ModelWorld = Awaited<ReturnType<typeof createModelWorld>>

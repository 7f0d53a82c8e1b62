import { beforeEach, describe, expect, it } from 'vitest'
import { answer, honest, LAW, QUOTE, TRUTH } from '../../../support/derive/deposit-law.ts'
import { createModelWorld } from '../../../support/derive/model-world.ts'

const world = await createModelWorld()

beforeEach(() => world.clear())

describe('a bill that is longer than a prompt', () => {
  const sections = Array.from(
    { length: 6 },
    (_, index) =>
      `SECTION ${index + 1}. ${LAW} It costs $${index + 1}00. ${'No other law applies. '.repeat(15)}\n`,
  )

  it('is noted window by window, without overlap, and described from the notes', async () => {
    await world.plan([{ bill_id: 1, text: world.store(...sections) }])
    await world.database.query("DELETE FROM derive.model_work WHERE kind = 'explanation'")
    world.server.play(({ body }) => {
      const [, user] = body.messages
      const id = /\[(s\d)\]/u.exec(user!.content)?.[1] ?? 's1'
      return {
        kind: 'says',
        content: { sentences: [{ text: TRUTH, citations: [{ section: id, quote: QUOTE }] }], not_stated: [] },
      }
    })
    await world.worker({ window_characters: 1_000 }).runDue()
    const sent = world.server.seen.map(({ body }) => body.messages[1]!.content)
    const parts = sent
      .filter((content) => content.includes('[s'))
      .map((content) => content.match(/\[s\d\]/gu))
    expect(parts).toEqual([
      ['[s1]', '[s2]'],
      ['[s3]', '[s4]'],
      ['[s5]', '[s6]'],
    ])
    expect(sent.at(-1)).toContain('These are notes about all sections')
    expect(await world.recorded()).toHaveLength(1)
  })

  it('leaves out single notes that are wrong, and stays as it is if a window has none', async () => {
    await world.plan([{ bill_id: 1, text: world.store(...sections) }])
    await world.database.query("DELETE FROM derive.model_work WHERE kind = 'explanation'")
    const wrong = { text: 'It costs $999.', citations: [{ section: 's1', quote: QUOTE }] }
    world.server.play(({ body }) => {
      const isNote = body.messages[0]!.content.includes('Note the most important')
      return {
        kind: 'says',
        content: isNote
          ? { ...answer, not_stated: [], sentences: [wrong, ...answer.sentences] }
          : honest.kind === 'says'
            ? honest.content
            : '',
      }
    })
    await world.worker({ window_characters: 1_000 }).runDue()
    expect(world.server.seen.at(-1)!.body.messages[1]!.content).not.toContain('$999')
    expect(await world.recorded()).toHaveLength(1)
    await world.database.query('TRUNCATE derive.model_answer, derive.model_work, recorded')
    await world.plan([{ bill_id: 1, text: world.store(...sections) }])
    world.server.play({ kind: 'says', content: { sentences: [wrong], not_stated: [] } })
    await world.worker({ window_characters: 1_000 }).runDue()
    expect(await world.recorded()).toEqual([])
  })
})

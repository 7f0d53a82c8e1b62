import { describe, expect, it } from 'vitest'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { actionOf, createWebhookService } from '../../support/webhooks/webhook-service.ts'

const service = await createWebhookService()
let next = 1

async function endpointAbout(filter: { topic: string; jurisdictions?: string[] }) {
  const receiver = await createReceiver()
  const { endpoint } = await service.endpoints.create(service.owner, {
    url: receiver.url,
    events: ['*'],
    filter,
  })
  return {
    id: endpoint.id,
    /** The bills that it has received since the last call. */
    async emitted() {
      await service.drain(endpoint.id)
      const bills = receiver.received.map(({ body }) => JSON.parse(body).data.bill_id)
      receiver.clear()
      return bills
    },
  }
}

const emit = (...actions: [bill_id: number, text: string][]) =>
  service.fanOut(
    actions.map(([billId, description]) => {
      const event = actionOf(next++, { bill_id: billId, description })
      return { ...event, subject: { ...event.subject, text: description } }
    }),
  )

describe('a topic filter', () => {
  it('matches as the search does: all words, by their stems, phrases, alternatives and exclusions', async () => {
    const words = await endpointAbout({ topic: 'school meal' })
    const phrase = await endpointAbout({ topic: '"school meals"' })
    const either = await endpointAbout({ topic: 'water or meals -pets' })
    await emit(
      [1, 'Concerning school meals'],
      [2, 'Meals for schools'],
      [3, 'Schools'],
      [4, 'Water rights'],
      [5, 'Meals of pets'],
    )
    expect(await words.emitted()).toEqual([1, 2])
    expect(await phrase.emitted()).toEqual([1])
    expect(await either.emitted()).toEqual([1, 2, 4])
  })

  it('continues to match a bill after its first match, even if later events differ', async () => {
    const meals = await endpointAbout({ topic: 'breakfast' })
    await emit([11, 'Referred to committee'], [12, 'Concerning breakfast'])
    await emit([11, 'Passed'], [12, 'Referred to committee'])
    await emit([12, 'Passed'])
    expect(await meals.emitted()).toEqual([12, 12, 12])
  })

  it('is combined with the other parts of a filter', async () => {
    const oregon = await endpointAbout({ topic: 'lunch', jurisdictions: ['or'] })
    const washington = await endpointAbout({ topic: 'lunch', jurisdictions: ['wa'] })
    await emit([21, 'Concerning lunch'])
    expect(await oregon.emitted()).toEqual([])
    expect(await washington.emitted()).toEqual([21])
  })

  it('is matched again when it changes', async () => {
    const changing = await endpointAbout({ topic: 'dinner' })
    await emit([31, 'Concerning dinner'])
    await service.endpoints.update(service.owner, changing.id, { filter: { topic: 'supper' } })
    await emit([31, 'Passed'], [32, 'Concerning supper'])
    expect(await changing.emitted()).toEqual([31, 32])
  })

  it('searches only the beginning of an event, which may be longer than a search vector', async () => {
    const meals = await endpointAbout({ topic: '"school meals"' })
    // The worst of each kind: rare words, compounds that are indexed whole and in parts, addresses.
    const kinds = [
      (index: number) => `w${index}q${index * 7}`,
      (index: number) => `a${index}-b${index}-c${index}`,
      (index: number) => `é${index.toString(36)}-ü${index.toString(36)}`,
      (index: number) => `h${index}.example.org/p${index}`,
      (index: number) => String.fromCodePoint(0x4e00 + (index % 20_000), 0x4e00 + (index >> 3)),
      (index: number) => String.fromCodePoint(0x20000 + (index % 40_000)),
    ]
    const texts = kinds.map((wordOf) =>
      Array.from({ length: 150_000 }, (_, index) => wordOf(index)).join(' '),
    )
    await emit(
      ...texts.map((text, index): [number, string] => [41 + index, `Concerning school meals: ${text}`]),
      [50, 'Concerning school meals'],
    )
    const { rows } = await service.database.query(
      'SELECT bill_id FROM webhook.tracked_bill WHERE endpoint_id = $1 ORDER BY bill_id',
      [meals.id],
    )
    expect(rows.map(({ bill_id }) => bill_id)).toEqual([41, 42, 43, 44, 45, 46, 50])
    // The other events are over 256 KB.
    expect(await meals.emitted()).toEqual([50])
  })

  it('is refused if it has only stop words', async () => {
    for (const topic of ['the of', '!!!'])
      await expect(
        service.endpoints.create(service.owner, {
          url: 'https://a.example/',
          events: ['*'],
          filter: { topic },
        }),
      ).rejects.toMatchObject({ code: 'endpoint_invalid' })
  })
})

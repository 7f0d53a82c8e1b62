import { expect, it } from 'vitest'
import { contextOf, EventBuilder, idsOf } from '../../../support/builders/event-builder.ts'
import { pointerTo } from '../../../support/builders/stored-texts.ts'
import { signedInBrowser } from '../../../support/console/console-browser.ts'
import { createWholeApi } from '../../../support/service/whole-api.ts'

it('the page of a bill is shown without what changed if its texts are not in the object store', async () => {
  const whole = await createWholeApi()
  const story = new EventBuilder()
  const bill = story.bill({ title: 'Bees in gardens' })
  const versions = ['Introduced', 'Engrossed'].map((note) => ({
    id: note,
    note,
    date: null,
    classification: '',
    links: [],
    text: pointerTo(`The text that was ${note}.`),
  }))
  story.emit('bill.versions_changed', { ...idsOf(bill), bill: contextOf(bill), versions })
  await whole.projected.apply(story.take())
  const own = await signedInBrowser(whole.api, 'readers', ['read'])
  const { statusCode, body } = await own.open(`/console/bills/${bill.id}`)
  expect(statusCode, body).toBe(200)
  expect(body).toContain('Bees in gardens')
  expect(body).toContain('<strong>Engrossed</strong>')
  expect(body).toContain('What changed from one version to the next cannot be read at the moment.')
})

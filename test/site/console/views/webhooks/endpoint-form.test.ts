import { expect, it } from 'vitest'
import {
  endpointFields,
  endpointOf,
  newEndpoint,
} from '../../../../../site/console/views/webhooks/endpoint-form.ts'

it('an endpoint that a bill leads to is only for that bill', () => {
  const { text } = endpointFields(newEndpoint({ bill: '1042' }), [])
  expect(text).toMatch(/<textarea id="bill_ids"[^>]*>\n1042<\/textarea>/)
  expect(endpointFields(newEndpoint({}), []).text).toMatch(/<textarea id="bill_ids"[^>]*>\n<\/textarea>/)
})

it('bills may be written as the addresses of their pages, one a line', () => {
  const { filter } = endpointOf({ bill_ids: '7\n\nhttps://legislog.example/console/bills/1042\nHB 7' })
  expect(filter.bill_ids).toEqual([7, 1042, 'HB 7'])
})

import { expect, it } from 'vitest'
import { firstSteps } from '../../../cli/up/first-steps.ts'

it('the end of a start names the console with its address, the token and its file, and how to stop', () => {
  const text = firstSteps({
    api: 'http://127.0.0.1:8080',
    token: 'lgl_x',
    token_file: '/home/ana/legislog/.stack/demo-token',
    sample: true,
    private_stack: true,
    shows_metrics: true,
    log_folder: '/home/ana/legislog/.stack/logs',
  })
  expect(text).toMatch(/^Console {4}http:\/\/127\.0\.0\.1:8080\/console /m)
  expect(text).toMatch(/^Token .*lgl_x.*\/home\/ana\/legislog\/\.stack\/demo-token/m)
  expect(text).toMatch(/^Stop .*npm stop/m)
})

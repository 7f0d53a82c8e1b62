import { parentPort } from 'node:worker_threads'
import { parsePdf } from './pdf.ts'

/** The answer of the thread for one document. */
export type PdfAnswer = { readonly pages: string[][] } | { readonly failure: string }

const port = parentPort!

port.on('message', async (bytes: Uint8Array) => {
  const answer: PdfAnswer = await parsePdf(bytes).then(
    (pages) => ({ pages }),
    (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
  )
  port.postMessage(answer)
})

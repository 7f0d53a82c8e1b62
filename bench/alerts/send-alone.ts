import { createTransport } from 'nodemailer'
import pLimit from 'p-limit'

/** The floor of mailing: nodemailer alone over two connections, with texts of the same size. */
const [url = '', count = '0', bytes = '0'] = process.argv.slice(2)
const transport = createTransport({ url, pool: true, maxConnections: 2 })
const half = `${'x'.repeat(75)}\n`.repeat(Math.max(1, Math.round(Number(bytes) / 2 / 76)))
const limited = pLimit(2)
const mails = Array.from({ length: Number(count) }, (_, number) =>
  limited(() =>
    transport.sendMail({
      from: 'legislog@example.org',
      to: `reader${number}@example.org`,
      subject: 'Digest',
      text: half,
      html: half,
    }),
  ),
)
await Promise.all(mails)
transport.close()

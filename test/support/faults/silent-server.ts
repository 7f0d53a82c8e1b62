import { createTcpProxy } from './tcp-proxy.ts'

/** The address of a server that accepts connections and never answers, like a store whose process is frozen. */
export async function createSilentServer(): Promise<string> {
  const { port } = await createTcpProxy({ target: () => undefined })
  return `127.0.0.1:${port}`
}

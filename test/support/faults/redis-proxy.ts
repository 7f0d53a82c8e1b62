import { createTcpProxy } from './tcp-proxy.ts'

/** A connection to Redis that can be cut and restored. */
export type RedisProxy = { url(): string; mend(): Promise<void>; cut(): Promise<void> }

export async function createRedisProxy(redisUrl: string): Promise<RedisProxy> {
  const target = new URL(redisUrl)
  const proxy = await createTcpProxy({ target: () => target })
  return {
    url() {
      const own = new URL(redisUrl)
      own.host = `127.0.0.1:${proxy.port}`
      return own.href
    },
    mend: proxy.listen,
    cut: proxy.close,
  }
}

// The health check of the image: exits with 0 if the address answers, by default /healthz of the server in this container.
const [address = `http://127.0.0.1:${process.env.PORT || 3000}/healthz`] = process.argv.slice(2);
const { ok } = await fetch(address, { signal: AbortSignal.timeout(4_000) }).catch(() => ({ ok: false }));
process.exit(ok ? 0 : 1);

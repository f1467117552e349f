import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** What the server sends to the browser, as far as an authenticator needs it. */
interface Ceremony {
  readonly challenge: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A passkey in software (WebAuthn level 3, ES256, no attestation), as a browser would answer with it. */
export class Authenticator {
  /** Uses so far, as the passkey reports them. Set it back to imitate a copy. */
  counter = 0;
  /** Whether it reports that it recognized its owner. */
  verifies = true;
  /** The id of the credential, base64url. */
  readonly id = randomBytes(16).toString('base64url');
  /** The public key in COSE format, as servers store it. */
  readonly publicKey: Buffer;
  private readonly privateKey: KeyObject;

  /** @param origin of the page that asks */
  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const [left, right] = [x, y].map((text) => Buffer.from(text, 'base64url'));
    // A map: kty EC2, alg ES256, crv P-256, x, y.
    this.publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      left,
      Buffer.from('225820', 'hex'),
      right,
    ]);
  }

  /** Answers the options of a registration. */
  register({ challenge }: Ceremony): object {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.publicKey]);
    const data = this.data(HAS_CREDENTIAL, credential);
    const size = Buffer.from([data.length >> 8, data.length & 0xff]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      Buffer.from([0x59]),
      size,
      data,
    ]);
    return this.answer({
      clientDataJSON: this.client('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers the options of a log-in. */
  logIn({ challenge }: Ceremony): object {
    this.counter += 1;
    const [data, client] = [this.data(0), this.client('webauthn.get', challenge)];
    const signed = createSign('sha256').update(data).update(sha256(client));
    return this.answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signed.sign(this.privateKey).toString('base64url'),
    });
  }

  private answer(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  private data(flags: number, credential = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const verified = this.verifies ? USER_VERIFIED : 0;
    const host = sha256(new URL(this.origin).hostname);
    return Buffer.concat([host, Buffer.from([flags | USER_PRESENT | verified]), counter, credential]);
  }
}

/** A short text in CBOR. */
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

// Changes published content by SQL, and observes the database.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Edits a second. */
const PER_SECOND = 2;

/** Runs the work with an editor on its own connection. */
export async function withEditor(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(new Editor(client));
  } finally {
    await client.end();
  }
}

class Editor {
  #client;
  #edits = 0;

  constructor(client) {
    this.#client = client;
  }

  /** Changes an event repeatedly for a number of seconds. */
  async edit(seconds) {
    for (let n = 0; n < seconds * PER_SECOND; n += 1) {
      this.#edits += 1;
      await this.#client.query('UPDATE events SET title = $1 WHERE id = $2', [
        `Tour date, ${this.#edits} times changed`,
        1001 + (this.#edits % 100),
      ]);
      await sleep(1000 / PER_SECOND);
    }
  }

  /** How many others are connected to this database. */
  async connections() {
    const { rows } = await this.#client.query(
      'SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return rows[0].n;
  }

  async breakConnections(name) {
    await this.#client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, $1)',
      [name],
    );
  }
}

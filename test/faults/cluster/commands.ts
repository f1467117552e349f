/** The commands of docs/operations/cluster.md that the suite runs, word for word, with these variables set. */
export const COMMANDS = {
  configure: 'operations/cluster/configure "$CLUSTER" "$N"',
  etcd: 'etcd --config-file $CONFIG/etcd.yml',
  patroni: 'patroni $CONFIG/patroni.yml',
  pgbouncer: 'pgbouncer $CONFIG/pgbouncer.ini',
  haproxy: 'haproxy -f $CONFIG/haproxy.cfg',
  limits: `psql "$ADMIN_URL" -c "ALTER ROLE fanclub_server SET statement_timeout = '3s'" -c "ALTER ROLE fanclub_server SET lock_timeout = '1500ms'" -c "ALTER ROLE fanclub_server SET idle_in_transaction_session_timeout = '5s'"`,
  users: `psql "$ADMIN_URL" -Atc "SELECT format('\\"%s\\" \\"%s\\"', rolname, rolpassword) FROM pg_authid WHERE rolname = 'fanclub_server'" > $CONFIG/userlist.txt`,
  list: 'patronictl -c $CONFIG/patroni.yml list',
  switchover: 'patronictl -c $CONFIG/patroni.yml switchover --leader $LEADER --candidate $CANDIDATE --force',
  asynchronous: 'patronictl -c $CONFIG/patroni.yml edit-config --set synchronous_mode=false --force',
} as const;

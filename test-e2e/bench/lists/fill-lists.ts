/** The number of rows of each table; the log covers 31 seconds for each entry. */
export type Scale = {
  readonly people: number
  readonly entries: number
  readonly keys: number
  readonly invitations: number
}

const syllables = {
  first: `(array['An','Be','Ca','Di','El','Fa','Gre','Ho','In','Jo','Ka','Lu','Ma','No','Ol','Pe','Ro','Sa','To','Zo'])[1 + a % 20]
    || (array['na','ra','lia','no','mar','rin','da','sha','nel','vo','e','s'])[1 + b % 12]`,
  last: `(array['Ab','Bran','Cor','Dijk','Es','Fer','Gar','Hol','Iv','Jans','King','Lis','Mor','Nov','Ok','Pet','Ros','Sil','Tur','Wei'])[1 + c % 20]
    || (array['er','stra','ing','son','sen','ov','ez','mann','ford','ley','ska','us','i','o','ane','itz','well','by','gren','lund','ard','ton','ham','kov','ini'])[1 + d % 25]`,
}
const administrativeActions = `(array['account.change_role','account.deactivate','account.delete','account.end_sessions','account.reactivate','agent.switch',
  'audit.export','group.create','group.delete','group.add_member','group.remove_member','identity.create_link_code','identity.link','identity.remove',
  'invitation.import','invitation.resend','invitation.revoke','key.create','key.revoke','key.take_over','knowledge.prune','password.change',
  'password.issue_reset','password.reset','queue.retry','second_factor.enrol','second_factor.enable','second_factor.disable','second_factor.reset',
  'session.end','session.end_all','team_chat.change','user.email_change','sign_in.advance','settings.change'])[1 + floor(34.99 * skew * skew)::int]`
const idBefore = (age: string) =>
  `(lpad(to_hex(floor(extract(epoch from now() - ${age}) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 19))::uuid`

/**
 * Rows as an organization of some years has them: few people and actions make most of the entries,
 * some actions are rare or ended long ago, and one night saw an attack.
 */
export const fillStatements = ({ people, entries, keys, invitations }: Scale) => ({
  people: `
    insert into users (id, email, name, role, status, mfa_enabled_at)
    select md5('person' || n)::uuid, lower(first || '.' || last) || n || '@' || domain, first || ' ' || last,
      case when n <= 20 then 'Owner' when n % 50 = 0 then 'Admin' else 'Member' end,
      case when n % 20 = 3 then 'deactivated' else 'active' end,
      case when n % 50 = 0 and n % 500 > 0 or n % 47 = 1 then now() end
    from (
      select n, ${syllables.first} as first, case when n % 10000 = 7 then 'Qvist' else ${syllables.last} end as last,
        (array['example.com', 'example.org', 'corp.example.net'])[1 + n % 3] as domain
      from (
        select n, floor(random() * 1000)::int as a, floor(random() * 1000)::int as b,
          floor(random() * 1000)::int as c, floor(random() * 1000)::int as d
        from generate_series(1, ${people}) as n
      ) as numbers
    ) as named`,
  audit: `
    insert into audit_log (at, actor_id, via, action, target, outcome, session_id, address, request_id)
    select now() - (${entries} - n) * interval '31 seconds', case by when 'person' then person when 'admin' then admin end,
      'web', action, target, outcome, md5('session' || n), '10.1.0.7', 'request-' || n
    from (select n, random() as kind, random() as skew, random() as other from generate_series(1, ${entries}) as n) as numbers,
    lateral (
      select md5('person' || 1 + floor(${people} * power(skew, 4))::int)::uuid as person,
        md5('person' || 1 + floor(20 * power(other, 3))::int)::uuid as admin, md5('object' || n)::uuid as object,
        n between ${entries} * 0.9 and ${entries} * 0.96 as is_attack
    ) as someone,
    lateral (select * from (values
      (is_attack, null, 'sign_in.fail', 'address:10.9.' || n % 3 || '.1', 'failure'),
      (kind < 0.45, 'person', 'sign_in.succeed', 'user:' || person, 'success'),
      (kind < 0.52, null, 'sign_in.fail', 'user:' || person, 'failure'),
      (kind < 0.57, 'person', 'sign_in.fail', 'user:' || person, 'failure'),
      (kind < 0.60, null, 'sign_in.fail', 'address:10.0.0.' || n % 50, 'failure'),
      (kind < 0.75, 'person', 'session.sign_out', 'session:' || object, 'success'),
      (kind < 0.82, null, 'knowledge.import', 'source:wiki', 'success'),
      (kind < 0.92, 'admin', ${administrativeActions}, 'user:' || person, case when n % 33 = 0 then 'failure' else 'success' end),
      (kind < 0.95, 'person', 'key.create', 'key:' || object, 'success'),
      (kind < 0.97, 'admin', case when n < ${entries} / 5 then 'invitation.create' else 'session.end' end, 'invitation:' || object, 'success'),
      (kind < 0.98, 'admin', 'team_chat.probe', 'settings:team_chat', case when n % 10 = 0 then 'failure' else 'success' end),
      (n % 200000 = 7, null, 'secrets.reencrypt', 'secrets:stored', 'success'),
      (true, 'person', 'second_factor.use_recovery_code', 'user:' || person, 'success')
    ) as possible (applies, by, action, target, outcome) where applies limit 1) as entry
    order by n`,
  keys: `
    insert into api_keys (id, kind, owner_id, source, name, key_hash, prefix, created_by, created_at, expires_at, last_used_at, revoked_at)
    select ${idBefore(`(${keys} - n) * interval '10 minutes'`)}, case when n % 100 = 0 then 'service' else 'personal' end,
      case when n % 100 = 0 then null else person end, case when n % 100 = 0 then 'portal' end,
      'Key ' || n, md5(n::text) || md5('key' || n), 'ken_' || substr(md5(n::text), 1, 8), person, born,
      case when n % 4 > 0 then born + interval '1 day' * (array[30, 90, 365])[n % 4] end,
      case when n % 3 > 0 then least(now(), born + interval '1 day' * (n % 300)) end,
      case when n % 10 = 0 then least(now(), born + interval '40 days') end
    from generate_series(1, ${keys}) as n,
    lateral (select now() - (${keys} - n) * interval '10 minutes' as born) as birth,
    lateral (select md5('person' || case when n % 5 = 0 then 1 else 1 + (n * 7919) % ${people} end)::uuid as person) as someone`,
  imports: `
    insert into invitation_imports (id, created_at, created, already_invited, already_a_user, invalid)
    select md5('import' || n)::uuid, now(), 0, 0, 0, 0 from generate_series(1, 40) as n`,
  invitations: `
    insert into invitations (id, email, role, import_id, state, created_at, queued_at, expires_at, attempts)
    select ${idBefore('age')}, 'invited' || n || '@example.com', 'Member', md5('import' || case when n % 2 = 0 then 1 else 2 + n % 60 end)::uuid,
      case when n % 1000 = 1 then 'failed' when n % 100 = 2 then 'revoked' when n % 10 = 3 then 'expired'
        when age < interval '7 days' then 'sent' when n % 1000 = 4 then 'queued' else 'accepted' end,
      now() - age, now() - age, now() - age + interval '7 days', 0
    from generate_series(1, ${invitations}) as n, lateral (select (${invitations} - n) * interval '5 minutes' as age) as old
    where n % 2 = 0 or 2 + n % 60 <= 40`,
})

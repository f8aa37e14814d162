/** The members of a tenant's document; `t` is its row. */
export const TENANT_PARTS = {
  frame: `'id', t.id,
      'name', t.name,
      'branding', t.branding,
      'requireSecondPerson', t.require_second_person,
      'configurationMac', encode(t.configuration_mac, 'base64'),
      'partsMac', encode(t.parts_mac, 'base64'),
      'domains', (
        select json_agg(json_build_object('issuer', issuer, 'environment', environment,
          'singleSignOn', single_sign_on,
          'singleSignOnOtherDevice', single_sign_on_other_device,
          'startsPerPerson', starts_per_person,
          'silentAnswersPerPerson', silent_answers_per_person,
          'branding', branding) order by issuer collate "C")
        from domain where tenant_id = t.id),
      'eids', (
        select json_agg(json_build_object('eid', eid, 'environment', environment,
          'acrValues', acr_values, 'sealedSettings', encode(settings, 'base64')) order by position)
        from eid_setting where tenant_id = t.id),
      'webhooks', (
        select json_agg(json_build_object('id', id, 'url', url, 'events', events,
          'sealedSecrets', encode(secrets, 'base64')) order by id collate "C")
        from webhook where tenant_id = t.id)`,
  applications: applicationsWhere('true'),
  /** Those with a secret or key that ends. The condition is that of their index. */
  endings: applicationsWhere(`(secrets @? '$[*].expiresAt' or settings @? '$.jwks.keys[*].exp'
          or settings @? '$.jwks.keys[*].x5c')`),
};

function applicationsWhere(condition: string): string {
  return `'applications', (
        select json_agg(json_build_object('clientId', client_id, 'settings', settings,
          'secrets', secrets) order by client_id collate "C")
        from application where tenant_id = t.id and ${condition})`;
}

/** The whole configuration, in one statement, so that it reads one moment. */
export const READ = `
  select (select revision::int from configuration_revision) as revision,
    coalesce(json_agg(json_build_object(${TENANT_PARTS.frame}, ${TENANT_PARTS.applications})
      order by t.id collate "C"), '[]') as tenants
  from tenant t`;

/** The same of one tenant. */
export const READ_SCOPE = `${READ} where t.id = $1`;

/** One tenant with all its applications. */
export const READ_TENANT = `select json_build_object(${TENANT_PARTS.frame}, ${TENANT_PARTS.applications}) as tenant
  from tenant t where t.id = $1`;

/** One tenant with one of its applications, by keys. */
export const READ_ONE = `
  select revision::int as revision, one.* from configuration_revision
  left join lateral (
    select json_build_object(${TENANT_PARTS.frame}, 'applications', (
        select json_agg(json_build_object('clientId', client_id, 'settings', settings,
          'secrets', secrets))
        from application where tenant_id = t.id and client_id = $2)) as tenant,
      t.applications_sum, (
        select mac from application where tenant_id = t.id and client_id = $2) as application_mac
    from tenant t where t.id = $1) as one on true`;

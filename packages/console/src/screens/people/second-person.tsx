import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, versionedBodyOf } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ifMatch, reasonHeader } from '../../api/write.ts';
import { ProblemNote } from '../../components/problem-note.tsx';
import { ActButton } from '../../forms/act-button.tsx';

const PATH = '/api/tenants/{tenant}';

/** Whether dangerous changes wait for the approval of another administrator. */
export function SecondPerson({ tenant }: { readonly tenant: string }) {
  const queryClient = useQueryClient();
  const may = useMay(tenant);
  const path = { tenant };
  const queryKey = ['tenant', tenant];
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => versionedBodyOf(api.GET(PATH, { params: { path } })),
  });
  const isRequired = data?.value.requireSecondPerson === true;
  return (
    <section className="card" aria-labelledby="second-person">
      <h2 id="second-person">A second person</h2>
      <div className="stack">
        <p>
          {isRequired
            ? 'Keys, production certificates and removals wait for another administrator.'
            : 'Each administrator changes keys, production certificates and removals alone.'}
        </p>
        <ProblemNote error={error} />
        {data && may('configuration.write') && (
          <div>
            <ActButton
              label={isRequired ? 'Let each act alone…' : 'Require a second person…'}
              title={isRequired ? 'Let each act alone' : 'Require a second person'}
              verb={isRequired ? 'Let each act alone' : 'Require'}
              act={(reason) =>
                api.PATCH(PATH, {
                  params: { path, header: ifMatch(data.etag) },
                  headers: reasonHeader(reason),
                  body: { requireSecondPerson: isRequired ? null : true },
                })
              }
              onDone={() => void queryClient.invalidateQueries({ queryKey })}
              notice={{ title: isRequired ? 'Each acts alone' : 'A second person is required' }}
            >
              <p>
                {isRequired
                  ? 'This itself waits for the approval of another administrator.'
                  : 'With one administrator alone, nothing dangerous could be changed here any more. The file and the command line are not affected.'}
              </p>
            </ActButton>
          </div>
        )}
      </div>
    </section>
  );
}

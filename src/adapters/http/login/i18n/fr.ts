import type { Texts } from './texts.ts';

/** An action with an eID, from its verb: "Confirmer". */
const act = (verb: string) => (eid: string) => `${verb} avec ${eid}`;

/** French. */
export const fr: Texts = {
  actions: {
    login: act('Se connecter'),
    confirm: act('Confirmer'),
    accept: act('Accepter'),
    approve: act('Approuver'),
    sign: act('Signer'),
  },
  textToSign: 'Texte à signer',
  sameTextInApp: (eid) =>
    `Lisez-le avant de continuer. L’application ${eid} vous montre le même texte.`,
  sameTextAtEid: (eid) => `Lisez-le avant de continuer. ${eid} vous montre le même texte.`,
  readText: 'Lire le texte',
  messageFrom: (application) => `Message de ${application}`,
  onThisDevice: (eid) => `${eid} sur cet appareil`,
  onThisDeviceMeans: 'Ouvre l’application ici',
  onAnotherDevice: (eid) => `${eid} sur un autre appareil`,
  onAnotherDeviceMeans: 'Scannez un code QR avec votre téléphone',
  openApp: (eid) => `Ouvrir ${eid}`,
  showQr: 'Afficher le code QR',
  scanHeading: 'Scannez le code QR',
  scanSteps: (eid) => [
    `Ouvrez l’application ${eid} sur votre téléphone`,
    'Choisissez de scanner un code QR',
    'Dirigez l’appareil photo vers le code',
  ],
  scanWarning: (host) =>
    `Ne scannez le code que si vous avez ouvert vous-même cette page sur ${host}.`,
  qrAlternative: (eid) => `Code QR pour l’application ${eid}`,
  enlarge: 'Agrandir',
  close: 'Fermer',
  continueIn: (eid) => `Continuez dans l’application ${eid}`,
  continueOnPhone: 'Continuez sur votre téléphone',
  returnHeading: 'Presque terminé',
  departHeading: (eid) => `Continuer vers ${eid}`,
  departMessage: (eid) => `Vous continuez sur les pages de ${eid}, puis vous revenez ici.`,
  answerOnItsWay: (eid) => `Nous vérifions la réponse de ${eid}.`,
  endedAtEid: (eid) => `${eid} ne vous a pas identifié. Réessayez ou revenez en arrière.`,
  answerUnusable: (eid) =>
    `Vous êtes de retour, mais la réponse de ${eid} est inutilisable. Veuillez réessayer.`,
  eidSilent: (eid) => `${eid} ne répond pas pour le moment. Réessayez dans un instant.`,
  notYourFault:
    'L’erreur ne vient pas de vous. Si elle persiste, contactez l’assistance du service d’où vous venez.',
  returnMessage: (eid) =>
    `Vous avez approuvé. L’application ${eid} vous ramène maintenant à ce navigateur. Si ce n’est pas le cas, recommencez.`,
  askedMessage: (eid) => `Remplissez ceci pour que ${eid} puisse vous joindre sur votre téléphone.`,
  input: {
    'national-number': {
      label: 'Numéro d’identification personnel',
      wrong: 'Ce numéro d’identification n’est pas valide.',
    },
    'phone-number': {
      label: 'Numéro de mobile',
      hint: 'Commencez par + et l’indicatif du pays.',
      wrong: 'Saisissez le numéro entier avec + et l’indicatif du pays.',
    },
  },
  compareHeading: 'Comparez les codes',
  compareCode: (code) =>
    `Votre téléphone affiche un code. N’y continuez que si ce code est ${code}.`,
  continue: 'Continuer',
  cancel: 'Annuler',
  tryAgain: 'Réessayer',
  startAgain: 'Recommencer',
  useThisDevice: 'Utiliser plutôt cet appareil',
  useAnotherDevice: 'Utiliser plutôt un autre appareil',
  backTo: (application) => `Retour à ${application}`,
  goBack: 'Retour',
  offline: 'Pas de connexion. Nouvel essai…',
  ended: (eid) => ({
    declined: 'Annulé',
    'not-opened': `${eid} n’a pas été ouvert à temps`,
    expired: 'Le temps est écoulé',
    superseded: 'Arrêté par une autre demande',
    blocked: `Votre ${eid} ne peut pas être utilisé`,
    'app-unable': `Votre application ${eid} ne le permet pas`,
    'too-risky': 'Arrêté pour votre sécurité',
    'other-browser': 'Poursuivi dans un autre navigateur',
    'other-person': 'Une autre personne a répondu',
    failed: 'Cela n’a pas fonctionné',
    lost: 'Cela n’a pas fonctionné',
    unverified: 'Cela n’a pas fonctionné',
    unavailable: `${eid} est injoignable`,
    busy: 'Une autre demande est en cours',
    misconfigured: 'Cela n’a pas fonctionné',
    'too-many-requests': 'Trop de demandes à la fois',
  }),
  expired: 'L’opération n’a pas été terminée à temps. Veuillez réessayer.',
  otherBrowser:
    'L’application a ouvert un autre navigateur que celui où vous avez commencé. Pour votre sécurité, l’opération a été arrêtée. Veuillez réessayer.',
  otherPerson: (application) =>
    `${application} attendait une personne précise, et quelqu’un d’autre a répondu. Réessayez en tant que cette personne.`,
  supportCode: 'Code d’assistance',
  copy: 'Copier',
  copied: 'Copié',
  errorCode: 'Code',
  errors: {
    'login-not-found': {
      title: 'C’est terminé',
      description:
        'L’opération est finie, elle a pris trop de temps ou elle a commencé dans un autre navigateur. Retournez d’où vous venez et recommencez.',
    },
    'login-over': {
      title: 'C’est fini',
      description: 'Vous avez déjà fini ici et tout va bien. Retournez d’où vous venez.',
    },
    'other-browser': {
      title: 'Retournez à votre premier navigateur',
      description:
        'L’opération a commencé dans un autre navigateur. Pour votre sécurité, elle ne peut pas continuer ici. Retournez à ce navigateur.',
    },
    'foreign-form': {
      title: 'Cela ne venait pas de notre page',
      description:
        'Pour votre sécurité, rien n’a été fait. Retournez d’où vous venez et recommencez.',
    },
    'eid-not-offered': {
      title: 'Cette identité électronique n’est pas disponible ici',
      description: 'Retournez d’où vous venez et choisissez un autre moyen.',
    },
    'service-unavailable': {
      title: 'Un instant, s’il vous plaît',
      description:
        'Il y a beaucoup de monde en ce moment, ou un service dont nous dépendons ne répond pas. Rien n’est perdu : cette page réessaie toute seule.',
      withoutReload:
        'Il y a beaucoup de monde en ce moment, ou un service dont nous dépendons ne répond pas. Rien n’est perdu : attendez un instant, puis rechargez cette page, ou revenez en arrière et réessayez.',
    },
    'too-many-requests': {
      title: 'Trop de demandes à la fois',
      description:
        'Trop de demandes sont arrivées en peu de temps. Rien n’est perdu : attendez un instant, puis réessayez.',
    },
    'internal-error': {
      title: 'Une erreur s’est produite',
      description:
        'L’erreur vient de nous. Réessayez dans un instant. Si elle persiste, communiquez le code d’assistance ci-dessous à l’assistance du service d’où vous venez.',
    },
  },
};

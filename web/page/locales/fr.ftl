## La page

title = Outflank
page-title = { $view } · Outflank
skip = Aller au plateau
views = Vues
view-play = Jouer
view-analyse = Analyser
view-study = Étudier
view-games = Parties
panel = Score et boutons
loading = Chargement …
close = Fermer
cancel = Annuler
stopped = arrêté
no-data = Le fichier { $name } manque.
engine-trouble = Le moteur a donné un coup illégal.
about = Tout se passe dans ce navigateur : pas de compte, pas de serveur, pas de pistage. Après la première visite, la page fonctionne sans réseau.
version = Moteur { $version }{ $simd ->
    [yes] .
   *[no] , sans SIMD : plus lent.
  }

## Réglages et touches

settings = Réglages
language = Langue
language-missing = Cette langue ne peut pas être chargée maintenant.
update-there = Une nouvelle version est là.
update-now = Recharger
memory = Mémoire du moteur
mib = { $size } Mio
setting-sound = Sons
setting-animation = Les pions se retournent
setting-keys = Raccourcis d’une seule touche
setting-flipped = Plateau vu du côté de Blanc
flip = Retourner le plateau
keys = Touches
keys-board = sur l’othellier : se déplacer, aller à une case, jouer
keys-list = dans une liste de coups : la parcourir

## L’othellier

board = Othellier
board-legal = coup légal
board-empty = vide
board-last = dernier coup
black = noir
white = blanc
pass = passe
to-move = { $color ->
    [black] Trait à noir
   *[white] Trait à blanc
  }
game-over = Partie terminée
value-in-discs = { $value } pions{ $kind ->
    [proven] , prouvé
    [at-least] { " " }ou plus, prouvé
    [at-most] { " " }ou moins, prouvé
   *[estimated] , estimé
  }
value-for-black = { $value } pour noir
bar-label = Évaluation : { $value } pions
bar-unknown = Évaluation : pas encore connue
moves = Coups
moves-start = Début
move-of = Coup { $current } sur { $last }
stepper = Parcourir la partie
stepper-start = Au début
stepper-back = Un coup en arrière
stepper-forward = Un coup en avant
stepper-end = À la fin
stepper-play = Dérouler les coups
stepper-pause = Arrêter le déroulement
stepper-slider = Coup sur l’othellier

## Jouer

new-game = Nouvelle partie
game-running = Une partie est en cours. Une nouvelle partie y met fin ; elle reste parmi vos parties comme inachevée.
go-on-playing = Continuer la partie
begin = Commencer
you-play = Vous jouez
as-black = noir, en premier
as-white = blanc, en second
opponent = Adversaire
level = Niveau { $level }
level-with-words = { $level } : { $words }
full-strength = Pleine force
level-1 = presque n’importe quel coup : pour une première partie
level-2 = beaucoup de mauvais coups : pour débuter
level-3 = souvent de mauvais coups
level-4 = souvent des coups faibles
level-5 = des erreurs nettes à chaque partie
level-6 = une erreur de temps en temps
level-7 = rarement une erreur nette
level-8 = un adversaire difficile
level-9 = de petites erreurs seulement
level-10 = ne se trompe presque jamais
level-full = le moteur sans handicap
time-per-move = Temps par coup
seconds = { $value } s
clock = Pendule
no-clock = Sans pendule
minutes = { $minutes } { $minutes ->
    [one] minute
   *[other] minutes
  } chacun
minutes-and-seconds = { $minutes } { $minutes ->
    [one] minute
   *[other] minutes
  } chacun, et { $seconds } s par coup
start = Position de départ
standard-start = Standard
own-start-option = Autre position ou coups
own-start = 64 cases et le trait, ou des coups comme f5d6
named-openings = Ouvertures nommées
undo = Annuler
redo = Rétablir
hint = Conseil
resign = Abandonner
go-on = Au moteur de jouer
rematch = Revanche, couleurs échangées
my-mistakes = Voir mes erreurs
analyse-game = Analyser cette partie
you = Vous
you-against = Vous ({ $side }) contre { $level }
play-welcome = Choisissez une case pour commencer avec noir, ou une nouvelle partie.
play-moved = { $color ->
    [black] Noir
   *[white] Blanc
  } a joué { $square }.
play-passed = { $color ->
    [black] Noir
   *[white] Blanc
  } n’a pas de coup et passe.
your-turn = À vous : vous êtes { $side }.
engine-turn = C’est ici au moteur de jouer.
engine-thinks = Le moteur réfléchit …
result-played = { $outcome ->
    [win] Vous gagnez, { $own } : { $others }.
    [loss] Vous perdez, { $own } : { $others }.
   *[draw] Partie nulle, { $own } : { $others }.
  }
result-resigned = Vous avez abandonné : le moteur gagne.
result-timed_out = { $outcome ->
    [win] Vous gagnez : le moteur n’a plus de temps.
   *[loss] Vous perdez : vous n’avez plus de temps.
  }
hint-best = Le meilleur pour vous : { $move }, { $value }. Suite attendue : { $line }
hint-others = Les autres, en pions : { $list }.

## Parties gardées

my-games = Mes parties
games-count = { $count ->
    [0] Pas encore de partie : toute partie jouée ici jusqu’au bout est gardée dans ce navigateur.
    [one] Une partie : { $won } gagnée, { $drawn } nulle, { $lost } perdue.
   *[other] { $count } parties : { $won } gagnées, { $drawn } nulles, { $lost } perdues.
  }
date = Date
result = Résultat
actions = Actions
open-saved = Ouvrir la partie du { $date } contre { $opponent }
delete-saved = Supprimer la partie du { $date } contre { $opponent }
delete-game = Supprimer une partie
delete-question = Supprimer la partie du { $date } contre { $opponent } ?
delete = Supprimer
outcome-win = gagnée, { $score }
outcome-loss = perdue, { $score }
outcome-draw = nulle, { $score }
outcome-unfinished = inachevée
with-help = avec aide
show-more = En montrer plus
export-all = Tout exporter
import-games = Importer
imported = { $count ->
    [one] Une partie importée.
   *[other] { $count } parties importées.
  }
import-damaged = La ligne { $line } ne contient pas de partie exportée ({ $what }) : rien n’a été importé.
storage-full = Ce navigateur n’a plus de place ({ $reason }) : rien n’a été gardé. Exportez vos parties et supprimez-en.
storage-waiting = La base de ce navigateur n’a plus de place ({ $reason }). La partie attend et sera gardée dès qu’il y en a : exportez vos parties et supprimez-en.
storage-closed = Ce navigateur ne garde pas de parties ({ $reason }).

## Analyser

game-unnamed = Une partie
game-title = { $black } contre { $white }
player-unknown = inconnu
round = ronde { $round }
wins = { $color ->
    [black] noir gagne
   *[white] blanc gagne
  }
wins-by = { $color ->
    [black] noir gagne de { $count }
   *[white] blanc gagne de { $count }
  }
draw = nulle
ending-resigned = abandon
ending-timed_out = temps écoulé
ending-agreed = d’un commun accord
ending-adjudicated = par décision
ending-forfeited = forfait
ending-unfinished = inachevée
ending-illegal = coup illégal : { $what }
ending-crashed = arrêt du programme : { $what }
choices = Affichage et analyse
analyse-welcome = Jouez des coups ici, ou ouvrez une partie : collez-la n’importe où.
open-game = Ouvrir
share = Partager
edit = Modifier
live = Approfondir
live-now = En cours :
whole-game = La partie entière
lists = Coups ou erreurs
mistakes = Erreurs
mistakes-count = Erreurs ({ $count })
mistakes-of = Les erreurs de qui
mistakes-both = Les deux
mistakes-black = Noir
mistakes-white = Blanc
mistakes-none = Aucune : aucun coup n’a coûté beaucoup.
mistakes-unknown = La partie est en cours d’analyse.
mistake-before = Erreur précédente
mistake-next = Erreur suivante
better = mieux : { $move }
class-best = meilleur coup
class-good = bon coup
class-inaccuracy = imprécision
class-mistake = erreur
class-blunder = gaffe
viewpoint = Point de vue
viewpoint-black = noir
viewpoint-white = blanc
values-for = { $color ->
    [black] cases : pions pour noir
   *[white] cases : pions pour blanc
  }
previewing = Aperçu de { $count ->
    [one] { $count } coup
   *[other] { $count } coups
  } : rien n’est joué.
analysing = Analyse en cours …
progress = Avancement de l’analyse
effort = Effort
effort-quick = rapide
effort-normal = normal
effort-deep = profond
stopped-early = Arrêtée avant la fin.
discs-lost = Pions perdus : noir { $black }, blanc { $white }.
decided-by = Le coup { $move } a décidé la partie.
curve = Courbe de la partie
curve-heading = { $color ->
    [black] Courbe, liste et barre : pions pour noir
   *[white] Courbe, liste et barre : pions pour blanc
  }
curve-label = Courbe de la partie en pions pour { $side }{ $known ->
    [yes] { " " }; elle finit à { $end }
   *[no] { "" }
  }. La liste des coups a les mêmes valeurs.
curve-engine = moteur
curve-score = après le coup { $index } : { $value }, prouvé
curve-result = après le coup { $index } : { $side } gagne d’au moins { $least }, prouvé
own-of = { $color ->
    [black] selon noir
   *[white] selon blanc
  }
words = En mots
plays = { $color ->
    [black] Noir
   *[white] Blanc
  } joue { $square }
passes = { $color ->
    [black] Noir
   *[white] Blanc
  } n’a pas de coup et passe
opening-name = Ouverture : { $name }
loss-against = { $loss } pions par rapport à { $best }{ $kind ->
    [proven] , prouvé
   *[estimated] , estimé
  }.
changes-result = Ce coup a gâché un meilleur résultat.
own-value = La valeur du joueur lui-même : { $value } pions.
move-time = Temps : { $seconds } s.
best-moves = Meilleurs coups pour { $side }
play-line-move = Jouer { $move }, { $value }
play-move-title = Jouer ce coup
preview-title = Montrer cette suite sur l’othellier
preview-line = Suite après { $move } :
play-best = Jouer le meilleur coup
proven-to-end = Prouvé jusqu’à la fin.
search-effort = { $playouts } parties simulées, { $depth } coups de profondeur ; = est prouvé.

## Ouvrir des parties

open-heading = Ouvrir une partie
input-label = Une partie ou une position en texte
input-placeholder = Collez des coups, une position, du GGF, SGF, PGN ou un combat CodinGame
input-file = Ouvrir des fichiers
input-formats = Ou déposez des fichiers n’importe où : transcriptions, positions, GGF, SGF, PGN, OBF, WTHOR (avec ses .JOU et .TRN), combats CodinGame, parties de l’arène, aussi compressés ; jusqu’à 16 Mio.
open-text = Ouvrir le texte
new-board = Nouveau plateau
pasted = texte collé
position = Position
nothing-to-open = Il n’y a rien à ouvrir.
reading = Lecture …
engine-failed = Le moteur a échoué : { $reason }
no-engine = Ce navigateur n’a pas WebAssembly : le moteur ne peut pas fonctionner ici.
no-game = Ni partie ni position trouvée.
too-large = { $name } fait { $size } Mio ; on peut ouvrir au plus { $limit } Mio.
names-read = { $name } : les noms sont lus.
opened = { $count ->
    [one] { $count } ouverte{ $more ->
        [yes] , d’autres laissées de côté
       *[no] { "" }
      }.
   *[other] { $count } ouvertes{ $more ->
        [yes] , d’autres laissées de côté
       *[no] { "" }
      }.
  }
refused = { $others ->
    [0] Refusé : { $error }
    [one] Refusé : { $error } et un autre
   *[other] Refusé : { $error } et { $others } autres
  }
games-in-file = Parties de ce fichier
search-games = Joueur, année, tournoi, ouverture ou coups
any-result = tous
games-found = { $count ->
    [0] Aucune partie ne correspond, sur { $all }.
    [one] { $count } partie sur { $all }.
   *[other] { $count } parties sur { $all }{ $cut ->
        [yes] { " " }; les { $shown } premières sont listées
       *[no] { "" }
      }.
  }
count-openings = Ouvertures de ces parties
counted = { $count ->
    [one] Comptée : { $count } partie
   *[other] Comptées : { $count } parties
  } { $what }
link = lien
link-too-long = Ce lien est trop long pour contenir une partie : on peut ouvrir au plus 64 Kio.
link-damaged = Ce lien est abîmé : il ne contient pas de partie.

## Partager

share-heading = À emporter
export-link = Lien vers cette position
export-svg = Image (SVG)
export-png = Image (PNG)
format = Format
format-transcript = Coups
format-ggf = GGF
format-sgf = SGF
format-pgn = PGN
format-obf = Positions (OBF)
format-json = JSON
export-show = Montrer
export-file = Enregistrer
exported = Le texte exporté
export-lost = Ce format ne peut pas contenir : { $what }.
link-copied = Le lien est dans le presse-papiers. Il contient toute la partie.
link-shown = Ce lien contient toute la partie.

## Mettre en place une position

edit-heading = Mettre en place une position
edit-explanation = Choisissez un pion, puis des cases ; le même pion une seconde fois l’enlève.
edit-put = Poser
edit-turn = Au trait
piece-black = pion noir
piece-white = pion blanc
piece-none = rien
edit-done = Prendre cette position
edit-clear = Vider l’othellier
edit-standard = Départ standard
edit-over = Aucun des deux ne peut jouer ici : il n’y a rien à analyser.

## Ouvertures

study-what = Que voulez-vous étudier
openings = Ouvertures
puzzles = Problèmes
search-openings = Nom ou coups
replies = Coups à partir d’ici
no-replies = Aucun : revenez en arrière.
no-match = Aucune ouverture ne porte ce nom.
openings-welcome = { $count } ouvertures nommées. Jouez des coups ou choisissez un nom.
opening-unnamed = { $line } : sans nom.
opening-named = { $names }. { $value } pour noir.
played-in = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
  }
played-score = { $percent } % pour le trait
statistics-none = Ouvrez un fichier de parties sous Analyser et choisissez « Ouvertures de ces parties » pour voir combien de fois chaque coup a été joué.
learn-as = { $color ->
    [black] Apprendre avec noir
   *[white] Apprendre avec blanc
  }
review = Réviser ({ $count })
review-key = Réviser ce qui est dû
end-drill = Finir l’exercice
learned = ✓ apprise
drill-begin = { $name } : à vous.
drill-right = { $move } est juste. À vous.
drill-wrong = { $move } n’est pas la suite : c’est { $wanted }. Jouez-le.
drill-again = { $count ->
    [one] Un coup manqué
   *[other] { $count } coups manqués
  } : encore une fois depuis le début.
drill-passed = { $name } : réussi sans faute.
drill-progress = Réussi { $passed } fois, manqué { $failed } fois.

## Problèmes

puzzle-heading = Problème de finale
puzzle-task = { $color ->
    [black] Un seul coup gagne pour noir. Lequel ?
   *[white] Un seul coup gagne pour blanc. Lequel ?
  }
puzzle-facts = { $empties } cases vides, difficulté { $grade } sur 6.
puzzle-next = Suivant
puzzle-previous = Précédent
puzzle-retry = Réessayer
puzzle-solution = Solution
puzzle-theme = Thème
theme-corner = prend un coin
theme-x-square = case X
theme-c-square = case C
theme-edge = au bord
theme-inside = à l’intérieur
theme-pass = fait passer l’adversaire
theme-sacrifice = donne un coin
puzzle-empties = Cases vides
puzzle-grade = Difficulté
any = toutes
puzzle-none = Aucun problème ne correspond.
puzzle-line = Les meilleurs coups ensuite, prouvés
puzzle-right = Juste : { $move } gagne, { $score }.
puzzle-wrong = Faux : { $move } donne { $score }.
puzzle-refuted = { $move } le réfute, fin à { $end }.
puzzle-count = { $at } sur { $all } ; résolus : { $solved }, manqués : { $failed }.

## Glossaire

glossary = Termes
term-next = Terme suivant
term-previous = Terme précédent
glossary-compared = { $move } au lieu de { $other }
term-stage = Phases de la partie
meaning-stage = L’ouverture dure environ 16 coups et suit des lignes connues. En milieu de partie, le choix des coups décide. La finale, à partir d’environ 20 cases vides, peut se compter. Le plan change avec la phase.
term-opening = Ouverture
meaning-opening = Les premiers coups, nommés quel que soit le coin où ils sont joués. Après le premier pion, on répond en parallèle, en diagonale ou en perpendiculaire ; la parallèle est la plus faible.
term-many-discs = Trop de pions trop tôt
meaning-many-discs = Le nombre de pions ne compte qu’à la fin. Beaucoup de pions en ouverture ou en milieu de partie donnent des coups à l’adversaire et en retirent à soi-même.
term-mobility = Mobilité
meaning-mobility = Le nombre de coups légaux. Qui en a peu doit bientôt en jouer un mauvais ; c’est souvent la clé d’une partie.
term-own-mobility = Mobilité propre
meaning-own-mobility = Les cases où l’on pourrait jouer si c’était de nouveau son tour. Un bon coup les garde.
term-potential-mobility = Mobilité potentielle
meaning-potential-mobility = Les cases vides à côté des pions de l’autre camp : là où l’on pourra obtenir des coups.
term-frontier = Pion de frontière
meaning-frontier = Un pion voisin d’une case vide. Moins un camp en a, moins l’adversaire trouve de coups.
term-quiet-move = Coup tranquille
meaning-quiet-move = Un coup qui ne retourne aucun pion de frontière : tous les pions retournés sont entourés. Il ne donne rien à l’adversaire.
term-tempo = Temps
meaning-tempo = Un coup qui n’ouvre aucun nouveau coup à l’adversaire gagne un temps : l’autre camp doit s’ouvrir le premier.
term-pass = Passe
meaning-pass = Un camp sans coup légal passe, et l’autre rejoue. Faire passer l’adversaire vaut un coup.
term-corner = Coin
meaning-corner = a1, h1, a8 et h8. Un pion y est définitif, et d’autres s’appuient sur lui. Prenez les coins, n’en donnez pas.
term-x-square = Case X
meaning-x-square = b2, g2, b7 et g7, en diagonale d’un coin. Tant que le coin est vide, un pion y coûte souvent ce coin.
term-c-square = Case C
meaning-c-square = Les cases du bord voisines d’un coin, comme b1 et a2. Souvent faibles : des pièges y gagnent le coin.
term-a-square = Case A
meaning-a-square = Les cases du bord à deux pas d’un coin : c1, f1, a3, a6, h3, h6, c8 et f8. Plus fortes que les cases B.
term-b-square = Case B
meaning-b-square = Les cases au milieu d’un bord : d1, e1, a4, a5, h4, h5, d8 et e8.
term-edge-early = Bord trop tôt
meaning-edge-early = Les pions de bord sont difficiles à retourner, et pourtant un coup au bord dans l’ouverture est à éviter : il aide l’adversaire à jouer des coups sûrs à côté.
term-unbalanced-edge = Bord déséquilibré
meaning-unbalanced-edge = Cinq pions d’un camp de suite sur un bord, à une case d’un coin et à deux de l’autre. L’adversaire sacrifie souvent le coin proche et s’insère.
term-wedge = Insertion
meaning-wedge = Un pion entre deux pions adverses sur un bord. On ne le retourne guère, et il menace le coin derrière eux.
term-stable-discs = Pions définitifs
meaning-stable-discs = Des pions qu’aucun coup ne peut plus retourner. Leur nombre est le minimum qu’un camp aura à la fin.
term-parity = Parité
meaning-parity = Qui joue le dernier dans une région fermée y a l’avantage. Laissez un nombre pair de cases vides dans chaque région où l’adversaire peut jouer.

## Ouvertures : les noms français qui ne sont pas les noms anglais

name-perpendicular-opening = Perpendiculaire
name-diagonal-opening = Diagonale
name-parallel-opening = Parallèle
name-tiger = Tigre
name-rose-bill = Triangle
name-central-rose-bill = Triangle centrale
name-nicolet = Triangle Nicolet
name-grand-central = Grande tigre centrale
name-leader-s-tiger = Tigre compacte
name-stephenson = Tigre diagonale
name-comp-oth = Tigre diagonale moderne
name-lightning-bolt = Tigre diagonale française
name-no-kung = Tigre diagonale classique
name-new-scorpion = Nouveau scorpion
name-classic-scorpion = Scorpion classique
name-cat = Chat
name-sakaguchi = Romaine connexe
name-italian = Italienne
name-fishhook = Perpendiculaire classique
name-horse = Cheval
name-rose-birdie = Rose transverse
name-rose-tamenori-kling = Transverse compacte
name-brightstein = Rose Brightstein
name-greenberg = Rose Greenberg
name-flat = Rose plate
name-murakami-variation = Rose Murakami
name-cow = Diagonale classique
name-chimney = Cheminée
name-aircraft = Avion
name-buffalo = Ishii
name-hokuriku-buffalo = Ishii transverse
name-rocket = Coquelicot
name-raccoon-dog = Peccerillo
name-heath-chimney = Heath cheminée
name-iwasaki-variation = Heath Drumel
name-heath-bat = Heath Comp’Oth
name-diagonal-heath-comp-oth = Heath Comp’Oth diagonale
name-classic-heath = Heath classique
name-heath-at-the-edge = Heath au bord
name-heath-of-avoidance = Heath d’évitement
name-snake = Campagnarde
name-pyramid = Campagnarde damier
name-lysons = Campagnarde décollée
name-nordic-peasant = Campagnarde nordique
name-right-sided-peasant = Campagnarde droite
name-classic-peasant = Campagnarde classique
name-stuck-peasant = Campagnarde collée
name-crosswise-peasant = Campagnarde transverse
name-x-square-opening = Ouverture X

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Actions</name>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Add a cluster from a template …</source>
        <translation>Cluster aus Vorlage hinzufügen …</translation>
    </message>
    <message>
        <source>Print the cluster …</source>
        <translation>Cluster drucken …</translation>
    </message>
    <message>
        <source>Recover unsaved work …</source>
        <translation>Ungesicherte Arbeit wiederherstellen …</translation>
    </message>
    <message>
        <source>Welcome page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Connect all to switch</source>
        <translation>Alle mit Switch verbinden</translation>
    </message>
    <message>
        <source>Align in a row</source>
        <translation>In einer Reihe ausrichten</translation>
    </message>
    <message>
        <source>Align in a column</source>
        <translation>In einer Spalte ausrichten</translation>
    </message>
    <message>
        <source>Distribute across</source>
        <translation>Waagerecht verteilen</translation>
    </message>
    <message>
        <source>Distribute down</source>
        <translation>Senkrecht verteilen</translation>
    </message>
    <message>
        <source>Arrange by fabric</source>
        <translation>Nach der Fabric anordnen</translation>
    </message>
    <message>
        <source>Apply the fix of a message</source>
        <translation>Gemeldetes beheben</translation>
    </message>
    <message>
        <source>Find a command or item …</source>
        <translation>Befehl oder Objekt suchen …</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>Alles einpassen</translation>
    </message>
    <message>
        <source>Zoom to selection</source>
        <translation>Auswahl zeigen</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>Originalgröße</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>System theme</source>
        <translation>Farbschema des Systems</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Palette</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Drawn items</source>
        <translation>Gezeichnete Objekte</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>Zerlegung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>Strategien</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>Kritischer Pfad</translation>
    </message>
    <message>
        <source>Play or pause the step</source>
        <translation>Schritt abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>Cancel the search</source>
        <translation>Suche abbrechen</translation>
    </message>
    <message>
        <source>Apply the shown plan</source>
        <translation>Gezeigten Plan übernehmen</translation>
    </message>
    <message>
        <source>Show my plan</source>
        <translation>Eigenen Plan zeigen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Customize shortcuts …</source>
        <translation>Tastenkürzel anpassen …</translation>
    </message>
    <message>
        <source>About HeteroScope</source>
        <translation>Über HeteroScope</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Neues Fenster</translation>
    </message>
    <message>
        <source>Reopen the last projects at start</source>
        <translation>Beim Start die letzten Projekte öffnen</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>Zeichenfläche</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>Teach</source>
        <translation>Lehre</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Pareto chart</source>
        <translation>Pareto-Diagramm</translation>
    </message>
    <message>
        <source>Plan by hand</source>
        <translation>Plan von Hand</translation>
    </message>
    <message>
        <source>Catalog …</source>
        <translation>Katalog …</translation>
    </message>
    <message>
        <source>Make a rack</source>
        <translation>Rack bilden</translation>
    </message>
    <message>
        <source>Ungroup</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>Open or close the rack</source>
        <translation>Rack öffnen oder schließen</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Edit the note&apos;s text</source>
        <translation>Notiz beschriften</translation>
    </message>
    <message>
        <source>Straight</source>
        <translation>Gerade</translation>
    </message>
    <message>
        <source>Curved</source>
        <translation>Geschwungen</translation>
    </message>
    <message>
        <source>At right angles</source>
        <translation>Rechtwinklig</translation>
    </message>
    <message>
        <source>Measure the route between nodes</source>
        <translation>Weg zwischen Knoten messen</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>Überlagerung</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>TP groups</source>
        <translation>TP-Gruppen</translation>
    </message>
    <message>
        <source>PP stage to stage</source>
        <translation>PP von Stufe zu Stufe</translation>
    </message>
    <message>
        <source>DP replicas</source>
        <translation>DP-Replikate</translation>
    </message>
    <message>
        <source>CP groups</source>
        <translation>CP-Gruppen</translation>
    </message>
    <message>
        <source>EP groups</source>
        <translation>EP-Gruppen</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Group devices</source>
        <translation>Geräte gruppieren</translation>
    </message>
    <message>
        <source>Link the two selected items</source>
        <translation>Die zwei ausgewählten verbinden</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>Picture of the window …</source>
        <translation>Bild des Fensters …</translation>
    </message>
    <message>
        <source>Picture of the cluster …</source>
        <translation>Bild des Clusters …</translation>
    </message>
    <message>
        <source>Trace for Perfetto …</source>
        <translation>Trace für Perfetto …</translation>
    </message>
    <message>
        <source>Report as a web page …</source>
        <translation>Bericht als Webseite …</translation>
    </message>
    <message>
        <source>Plan file (JSON) …</source>
        <translation>Plandatei (JSON) …</translation>
    </message>
    <message>
        <source>Figures of the step (JSON) …</source>
        <translation>Zahlen des Schritts (JSON) …</translation>
    </message>
    <message>
        <source>Ranking as a table (CSV) …</source>
        <translation>Rangliste als Tabelle (CSV) …</translation>
    </message>
    <message>
        <source>Pin the plan of the selected row</source>
        <translation>Plan der ausgewählten Zeile anheften</translation>
    </message>
    <message>
        <source>Launch file of a training tool …</source>
        <translation>Startdatei eines Trainingsprogramms …</translation>
    </message>
    <message>
        <source>Paste as …</source>
        <translation>Einfügen als …</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Compare results</source>
        <translation>Ergebnisse vergleichen</translation>
    </message>
    <message>
        <source>What to change</source>
        <translation>Was ändern</translation>
    </message>
    <message>
        <source>Report as a PDF …</source>
        <translation>Bericht als PDF …</translation>
    </message>
    <message>
        <source>Animated schedules …</source>
        <translation>Animierte Abläufe …</translation>
    </message>
    <message>
        <source>Present the step</source>
        <translation>Schritt präsentieren</translation>
    </message>
    <message>
        <source>Tour of the window</source>
        <translation>Rundgang durch das Fenster</translation>
    </message>
    <message>
        <source>Measured beside simulated</source>
        <translation>Gemessen neben simuliert</translation>
    </message>
    <message>
        <source>Teaching</source>
        <translation>Lehre</translation>
    </message>
    <message>
        <source>Project as it is shown …</source>
        <translation>Projekt, wie es gezeigt wird …</translation>
    </message>
    <message>
        <source>Open a lesson …</source>
        <translation>Lektion öffnen …</translation>
    </message>
    <message>
        <source>Write a lesson …</source>
        <translation>Lektion schreiben …</translation>
    </message>
    <message>
        <source>Exercise sheets …</source>
        <translation>Übungsblätter …</translation>
    </message>
    <message>
        <source>Details of the bar</source>
        <translation>Einzelheiten des Balkens</translation>
    </message>
    <message>
        <source>Plans on parallel axes</source>
        <translation>Pläne auf parallelen Achsen</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre wenn</translation>
    </message>
    <message>
        <source>Plans over time</source>
        <translation>Pläne über die Zeit</translation>
    </message>
    <message>
        <source>What to buy</source>
        <translation>Was kaufen</translation>
    </message>
    <message>
        <source>Grade hand-ins …</source>
        <translation>Abgaben bewerten …</translation>
    </message>
    <message>
        <source>Markers of the timeline</source>
        <translation>Markierungen der Zeitachse</translation>
    </message>
    <message>
        <source>Jobs on this cluster</source>
        <translation>Jobs auf diesem Cluster</translation>
    </message>
</context>
<context>
    <name>AdviceWords</name>
    <message>
        <source>%1 is not linked to the other nodes</source>
        <translation>%1 ist mit den anderen Knoten nicht verbunden</translation>
    </message>
    <message>
        <source>%1 and one more node are not linked to the others</source>
        <translation>%1 und ein weiterer Knoten sind mit den anderen nicht verbunden</translation>
    </message>
    <message>
        <source>%1 and %2 more nodes are not linked to the others</source>
        <translation>%1 und %2 weitere Knoten sind mit den anderen nicht verbunden</translation>
    </message>
    <message>
        <source>%1 of %2: bits entered as bytes?</source>
        <translation>%1 mit %2: Bits für Bytes gehalten?</translation>
    </message>
    <message>
        <source>%1 does not support %2</source>
        <translation>%1 rechnet nicht in %2</translation>
    </message>
    <message>
        <source>%1 is over-subscribed %2:1: %3 of devices share %4 of links</source>
        <translation>%1 ist %2:1 überbucht: %3 der Geräte teilen sich %4 der Links</translation>
    </message>
    <message>
        <source>%1 is over-subscribed %2:1: %3 from below share %4 of uplinks</source>
        <translation>%1 ist %2:1 überbucht: %3 von unten teilen sich %4 der Uplinks</translation>
    </message>
    <message>
        <source>%1 and one more like it are over-subscribed %2:1: %3 of devices share %4 of links</source>
        <translation>%1 und ein weiterer gleicher Knoten sind %2:1 überbucht: %3 der Geräte teilen sich %4 der Links</translation>
    </message>
    <message>
        <source>%1 and one more like it are over-subscribed %2:1: %3 from below share %4 of uplinks</source>
        <translation>%1 und ein weiterer gleicher Switch sind %2:1 überbucht: %3 von unten teilen sich %4 der Uplinks</translation>
    </message>
    <message>
        <source>%1 and %2 more like it are over-subscribed %3:1: %4 of devices share %5 of links</source>
        <translation>%1 und %2 weitere gleiche Knoten sind %3:1 überbucht: %4 der Geräte teilen sich %5 der Links</translation>
    </message>
    <message>
        <source>%1 and %2 more like it are over-subscribed %3:1: %4 from below share %5 of uplinks</source>
        <translation>%1 und %2 weitere gleiche Switches sind %3:1 überbucht: %4 von unten teilen sich %5 der Uplinks</translation>
    </message>
    <message>
        <source>the group %1 has no device</source>
        <translation>die Gruppe %1 enthält kein Gerät</translation>
    </message>
    <message>
        <source>%1 is in the groups %2 and %3</source>
        <translation>%1 ist in den Gruppen %2 und %3</translation>
    </message>
    <message>
        <source>%1 and one more device are in the groups %2 and %3</source>
        <translation>%1 und ein weiteres Gerät sind in den Gruppen %2 und %3</translation>
    </message>
    <message>
        <source>%1 and %2 more devices are in the groups %3 and %4</source>
        <translation>%1 und %2 weitere Geräte sind in den Gruppen %3 und %4</translation>
    </message>
    <message>
        <source>%1 must be used but has no allowed place (%2)</source>
        <translation>%1 muss arbeiten und hat keinen Platz (%2)</translation>
    </message>
    <message>
        <source>no device may be used in the first stage (%1)</source>
        <translation>kein Gerät darf in der ersten Stufe arbeiten (%1)</translation>
    </message>
    <message>
        <source>no device may be used in the first pipeline (%1)</source>
        <translation>kein Gerät darf in der ersten Pipeline arbeiten (%1)</translation>
    </message>
    <message>
        <source>%1 Gb/s are %2</source>
        <translation>%1 Gb/s sind %2</translation>
    </message>
    <message>
        <source>%1 of links would make it 1:1</source>
        <translation>%1 an Links ergäben 1:1</translation>
    </message>
    <message>
        <source>%1 of uplinks would make it 1:1</source>
        <translation>%1 an Uplinks ergäben 1:1</translation>
    </message>
    <message>
        <source>the rules of both groups apply to them</source>
        <translation>für sie gelten die Regeln beider Gruppen</translation>
    </message>
    <message>
        <source>1 stage</source>
        <translation>1 Stufe</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 Stufen</translation>
    </message>
    <message>
        <source>1 pipeline</source>
        <translation>1 Pipeline</translation>
    </message>
    <message>
        <source>%1 pipelines</source>
        <translation>%1 Pipelines</translation>
    </message>
    <message>
        <source>a plan can have at most %1 and %2</source>
        <translation>ein Plan kann höchstens %1 und %2 haben</translation>
    </message>
    <message>
        <source>link %1 to %2</source>
        <translation>%1 mit %2 verbinden</translation>
    </message>
    <message>
        <source>set it to %1</source>
        <translation>auf %1 setzen</translation>
    </message>
    <message>
        <source>train in %1</source>
        <translation>in %1 trainieren</translation>
    </message>
    <message>
        <source>remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>remove it from %1</source>
        <translation>es aus %1 nehmen</translation>
    </message>
    <message>
        <source>remove them from %1</source>
        <translation>sie aus %1 nehmen</translation>
    </message>
    <message>
        <source>remove the rule “%1”</source>
        <translation>die Regel „%1“ streichen</translation>
    </message>
    <message>
        <source>all in use</source>
        <translation>alle in Benutzung</translation>
    </message>
    <message>
        <source>only stage %1</source>
        <translation>nur Stufe %1</translation>
    </message>
    <message>
        <source>only stages %1</source>
        <translation>nur Stufen %1</translation>
    </message>
    <message>
        <source>only pipeline %1</source>
        <translation>nur Pipeline %1</translation>
    </message>
    <message>
        <source>only pipelines %1</source>
        <translation>nur Pipelines %1</translation>
    </message>
    <message>
        <source>nothing else in use</source>
        <translation>sonst nichts in Benutzung</translation>
    </message>
    <message>
        <source>alone in stage %1</source>
        <translation>allein in Stufe %1</translation>
    </message>
    <message>
        <source>alone in stages %1</source>
        <translation>allein in Stufen %1</translation>
    </message>
    <message>
        <source>alone in pipeline %1</source>
        <translation>allein in Pipeline %1</translation>
    </message>
    <message>
        <source>alone in pipelines %1</source>
        <translation>allein in Pipelines %1</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>ungenutzt</translation>
    </message>
    <message>
        <source>not in stage %1</source>
        <translation>nicht in Stufe %1</translation>
    </message>
    <message>
        <source>not in stages %1</source>
        <translation>nicht in Stufen %1</translation>
    </message>
    <message>
        <source>not in pipeline %1</source>
        <translation>nicht in Pipeline %1</translation>
    </message>
    <message>
        <source>not in pipelines %1</source>
        <translation>nicht in Pipelines %1</translation>
    </message>
    <message>
        <source>%1 cannot be built: NVLink does not reach from server %2 to server %3</source>
        <translation>%1 lässt sich nicht bauen: NVLink reicht nicht von Server %2 zu Server %3</translation>
    </message>
    <message>
        <source>%1 cannot be built: PCIe does not reach from server %2 to server %3</source>
        <translation>%1 lässt sich nicht bauen: PCIe reicht nicht von Server %2 zu Server %3</translation>
    </message>
    <message>
        <source>%1 cannot be built: Infinity Fabric does not reach from server %2 to server %3</source>
        <translation>%1 lässt sich nicht bauen: Infinity Fabric reicht nicht von Server %2 zu Server %3</translation>
    </message>
    <message>
        <source>%1 cannot be built: no device of %2 has NVLink</source>
        <translation>%1 lässt sich nicht bauen: kein Gerät von %2 hat NVLink</translation>
    </message>
    <message>
        <source>%1 cannot be built: the cards of %2 take an NVLink bridge, not a switch</source>
        <translation>%1 lässt sich nicht bauen: die Karten von %2 nehmen eine NVLink-Bridge, keinen Switch</translation>
    </message>
    <message>
        <source>a bridge joins the cards of one server; between servers there is InfiniBand, RoCE or Ethernet, or NVLink over a switch</source>
        <translation>eine Bridge verbindet die Karten eines Servers; zwischen Servern gibt es InfiniBand, RoCE oder Ethernet, oder NVLink über einen Switch</translation>
    </message>
    <message>
        <source>between servers there is InfiniBand, RoCE or Ethernet</source>
        <translation>zwischen Servern gibt es InfiniBand, RoCE oder Ethernet</translation>
    </message>
    <message>
        <source>choose InfiniBand, RoCE or Ethernet</source>
        <translation>InfiniBand, RoCE oder Ethernet wählen</translation>
    </message>
</context>
<context>
    <name>AxisWords</name>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>PP</source>
        <translation>PP</translation>
    </message>
    <message>
        <source>DP</source>
        <translation>DP</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>Exponiert</translation>
    </message>
    <message>
        <source>Memory, fullest</source>
        <translation>Speicher, vollstes Gerät</translation>
    </message>
    <message>
        <source>USD, M tokens</source>
        <translation>USD, Mio. Token</translation>
    </message>
    <message>
        <source>Energy, M tokens</source>
        <translation>Energie, Mio. Token</translation>
    </message>
</context>
<context>
    <name>BarDetails</name>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Beschriftung</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>Micro-batch waited for</source>
        <translation>Erwarteter Micro-Batch</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Chunk</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Sum of micro-batches that repeat</source>
        <translation>Summe wiederholter Micro-Batches</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Share of the step</source>
        <translation>Anteil am Schritt</translation>
    </message>
    <message>
        <source>On the critical path</source>
        <translation>Auf dem kritischen Pfad</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>Replik</translation>
    </message>
    <message>
        <source>Group in the stage</source>
        <translation>Gruppe in der Stufe</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>%1 in %2 chunks, the first from %3</source>
        <translation>%1 in %2 Chunks, der erste ab %3</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Waits for lane</source>
        <translation>Wartet auf Spur</translation>
    </message>
    <message>
        <source>Waits for work</source>
        <translation>Wartet auf Arbeit</translation>
    </message>
    <message>
        <source>Depends on</source>
        <translation>Hängt ab von</translation>
    </message>
    <message>
        <source>Before it</source>
        <translation>Davor</translation>
    </message>
    <message>
        <source>After it</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Over the link</source>
        <translation>Über den Link</translation>
    </message>
    <message>
        <source>Shared there</source>
        <translation>Dort geteilt</translation>
    </message>
    <message>
        <source>Other flows there</source>
        <translation>Andere Flüsse dort</translation>
    </message>
    <message>
        <source>%1 of %2, %3</source>
        <translation>%1 von %2, %3</translation>
    </message>
    <message>
        <source>TP collectives meanwhile</source>
        <translation>TP-Kollektive währenddessen</translation>
    </message>
    <message>
        <source>Sends meanwhile</source>
        <translation>Sendungen währenddessen</translation>
    </message>
    <message>
        <source>Receives meanwhile</source>
        <translation>Empfang währenddessen</translation>
    </message>
    <message>
        <source>DP meanwhile</source>
        <translation>DP währenddessen</translation>
    </message>
    <message>
        <source>CP exchanges meanwhile</source>
        <translation>CP-Austausch währenddessen</translation>
    </message>
    <message>
        <source>EP exchanges meanwhile</source>
        <translation>EP-Austausch währenddessen</translation>
    </message>
    <message>
        <source>%1, %2 in all</source>
        <translation>%1, insgesamt %2</translation>
    </message>
    <message>
        <source>Memory at its start</source>
        <translation>Speicher an seinem Anfang</translation>
    </message>
    <message>
        <source>Micro-batches in flight</source>
        <translation>Micro-Batches unterwegs</translation>
    </message>
    <message>
        <source>Needed by</source>
        <translation>Gebraucht von</translation>
    </message>
    <message>
        <source>In the host at its start</source>
        <translation>Im Host zu Beginn</translation>
    </message>
</context>
<context>
    <name>CompareSource</name>
    <message>
        <source>On show: %1</source>
        <translation>Gezeigt: %1</translation>
    </message>
    <message>
        <source>Before the last change: %1</source>
        <translation>Vor der letzten Änderung: %1</translation>
    </message>
    <message>
        <source>Recommended: %1</source>
        <translation>Empfohlen: %1</translation>
    </message>
    <message>
        <source>Plan of the project: %1</source>
        <translation>Plan des Projekts: %1</translation>
    </message>
    <message>
        <source>Pinned: %1</source>
        <translation>Angeheftet: %1</translation>
    </message>
</context>
<context>
    <name>DesignWords</name>
    <message>
        <source>compute-bound</source>
        <translation>rechengebunden</translation>
    </message>
    <message>
        <source>bound by %1</source>
        <translation>begrenzt durch %1</translation>
    </message>
    <message>
        <source>bound by %1, fullest link %2</source>
        <translation>begrenzt durch %1, vollster Link %2</translation>
    </message>
    <message>
        <source>%1 more %2</source>
        <translation>%1 mehr %2</translation>
    </message>
    <message>
        <source>%1 fewer %2</source>
        <translation>%1 weniger %2</translation>
    </message>
    <message>
        <source>other links</source>
        <translation>andere Links</translation>
    </message>
    <message>
        <source>%1: %2, %3/h; %4</source>
        <translation>%1: %2, %3/h; %4</translation>
    </message>
    <message>
        <source>above the limit of price</source>
        <translation>über der Grenze des Preises</translation>
    </message>
    <message>
        <source>with too many devices</source>
        <translation>mit zu vielen Geräten</translation>
    </message>
    <message>
        <source>above the limit of power</source>
        <translation>über der Grenze der Leistung</translation>
    </message>
    <message>
        <source>above the limit of rack space</source>
        <translation>über der Grenze des Platzes im Rack</translation>
    </message>
    <message>
        <source>excluded by their bound</source>
        <translation>durch ihre Schranke ausgeschlossen</translation>
    </message>
    <message>
        <source>planned and not faster than a cheaper one</source>
        <translation>geplant und nicht schneller als ein billigerer</translation>
    </message>
    <message>
        <source>without a plan that fits</source>
        <translation>ohne Plan, der passt</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
</context>
<context>
    <name>DeviceForm</name>
    <message>
        <source>Vendor</source>
        <translation>Hersteller</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>Dense compute, without sparsity</source>
        <translation>Rechenleistung (dense, ohne Sparsity)</translation>
    </message>
    <message>
        <source>Peak in %1</source>
        <translation>Spitze in %1</translation>
    </message>
    <message>
        <source>Efficiency curves</source>
        <translation>Effizienzkurven</translation>
    </message>
    <message>
        <source>Memory and links</source>
        <translation>Speicher und Links</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>Speicherbandbreite</translation>
    </message>
    <message>
        <source>Link inside a node</source>
        <translation>Link im Knoten</translation>
    </message>
    <message>
        <source>Bandwidth per direction</source>
        <translation>Seine Bandbreite je Richtung</translation>
    </message>
    <message>
        <source>Power and price</source>
        <translation>Leistung und Preis</translation>
    </message>
    <message>
        <source>Power at full load</source>
        <translation>Leistung bei Volllast</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>USD je Stunde</translation>
    </message>
    <message>
        <source>Source of the price</source>
        <translation>Quelle des Preises</translation>
    </message>
    <message>
        <source>On the canvas</source>
        <translation>Auf der Zeichenfläche</translation>
    </message>
    <message>
        <source>Shape of its symbol</source>
        <translation>Form des Symbols</translation>
    </message>
    <message>
        <source>default curves</source>
        <translation>Standardkurven</translation>
    </message>
</context>
<context>
    <name>DevicePage</name>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Compute rate: 100 % is full speed, less is a shared or throttled device</source>
        <translation>Rechenleistung: 100 % ist volles Tempo, weniger ein geteiltes oder gedrosseltes Gerät</translation>
    </message>
    <message>
        <source>Speed, %</source>
        <translation>Tempo, %</translation>
    </message>
    <message>
        <source>Peak, 16 bit</source>
        <translation>Spitze, 16 Bit</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>In the plan</source>
        <translation>Im Plan</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>%1 …</source>
        <translation>%1 …</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 Gerät</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>gemischt</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>Unsourced estimate.</source>
        <translation>Schätzung ohne Quelle.</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Change the speed of %1</source>
        <translation>Tempo von %1 ändern</translation>
    </message>
    <message>
        <source>%1 of pipeline %2</source>
        <translation>%1 von Pipeline %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>The shown plan does not use it.</source>
        <translation>Der gezeigte Plan nutzt es nicht.</translation>
    </message>
</context>
<context>
    <name>EditNames</name>
    <message>
        <source>Cut %1</source>
        <translation>%1 ausschneiden</translation>
    </message>
    <message>
        <source>Cut %1 items</source>
        <translation>%1 Objekte ausschneiden</translation>
    </message>
    <message>
        <source>Paste %1</source>
        <translation>%1 einfügen</translation>
    </message>
    <message>
        <source>Paste %1 items</source>
        <translation>%1 Objekte einfügen</translation>
    </message>
    <message>
        <source>at %1 of the clipboard </source>
        <translation>bei %1 der Zwischenablage </translation>
    </message>
    <message>
        <source>Nothing is pasted: %1found %2, expected %3</source>
        <translation>Nichts eingefügt: %1gefunden %2, erwartet %3</translation>
    </message>
    <message>
        <source>Add a device to %1</source>
        <translation>%1 ein Gerät hinzufügen</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Link %1 and %2</source>
        <translation>%1 und %2 verbinden</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>Delete %1 items</source>
        <translation>%1 Objekte löschen</translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>%1 duplizieren</translation>
    </message>
    <message>
        <source>Duplicate %1 items</source>
        <translation>%1 Objekte duplizieren</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verschieben</translation>
    </message>
    <message>
        <source>Move %1 items</source>
        <translation>%1 Objekte verschieben</translation>
    </message>
    <message>
        <source>Align %1 items in a row</source>
        <translation>%1 Objekte in einer Reihe ausrichten</translation>
    </message>
    <message>
        <source>Align %1 items in a column</source>
        <translation>%1 Objekte in einer Spalte ausrichten</translation>
    </message>
    <message>
        <source>Distribute %1 items</source>
        <translation>%1 Objekte verteilen</translation>
    </message>
    <message>
        <source>Arrange all</source>
        <translation>Alles anordnen</translation>
    </message>
    <message>
        <source>Connect all to %1</source>
        <translation>Alle mit %1 verbinden</translation>
    </message>
    <message>
        <source>%1 has several switches or none: open it and choose the end of the link</source>
        <translation>%1 hat mehrere oder keinen Switch: öffnen und wählen, wo der Link endet</translation>
    </message>
    <message>
        <source>%1 is already in %2</source>
        <translation>%1 steht schon in %2</translation>
    </message>
    <message>
        <source>Add to %1</source>
        <translation>Zu %1 hinzufügen</translation>
    </message>
    <message>
        <source>Make %1</source>
        <translation>%1 bilden</translation>
    </message>
    <message>
        <source>Take %1 out of its rack</source>
        <translation>%1 aus seinem Rack nehmen</translation>
    </message>
    <message>
        <source>Take %1 items out of their racks</source>
        <translation>%1 Objekte aus ihren Racks nehmen</translation>
    </message>
    <message>
        <source>Ungroup %1</source>
        <translation>%1 auflösen</translation>
    </message>
    <message>
        <source>Ungroup %1 racks</source>
        <translation>%1 Racks auflösen</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Close %1 racks</source>
        <translation>%1 Racks schließen</translation>
    </message>
    <message>
        <source>Open %1 racks</source>
        <translation>%1 Racks öffnen</translation>
    </message>
    <message>
        <source>Do not repeat %1</source>
        <translation>%1 nicht mehr wiederholen</translation>
    </message>
    <message>
        <source>Repeat %1 %2 times</source>
        <translation>%1 %2-mal wiederholen</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Edit a note&apos;s text</source>
        <translation>Notiz beschriften</translation>
    </message>
    <message>
        <source>Change the colour of a note</source>
        <translation>Farbe einer Notiz ändern</translation>
    </message>
    <message>
        <source>Change the colour of %1 notes</source>
        <translation>Farbe von %1 Notizen ändern</translation>
    </message>
    <message>
        <source>Change the width of a note</source>
        <translation>Breite einer Notiz ändern</translation>
    </message>
    <message>
        <source>Change the width of %1 notes</source>
        <translation>Breite von %1 Notizen ändern</translation>
    </message>
    <message>
        <source>Make the group %1</source>
        <translation>Gruppe %1 bilden</translation>
    </message>
    <message>
        <source>Rename the group %1</source>
        <translation>Gruppe %1 umbenennen</translation>
    </message>
    <message>
        <source>Add %1 to the group %2</source>
        <translation>%1 in die Gruppe %2 aufnehmen</translation>
    </message>
    <message>
        <source>Add %1 members to the group %2</source>
        <translation>%1 Mitglieder in die Gruppe %2 aufnehmen</translation>
    </message>
    <message>
        <source>Take %1 out of the group %2</source>
        <translation>%1 aus der Gruppe %2 nehmen</translation>
    </message>
    <message>
        <source>Take %1 members out of the group %2</source>
        <translation>%1 Mitglieder aus der Gruppe %2 nehmen</translation>
    </message>
    <message>
        <source>Add a rule to the group %1</source>
        <translation>Der Gruppe %1 eine Regel geben</translation>
    </message>
    <message>
        <source>Remove a rule of the group %1</source>
        <translation>Eine Regel der Gruppe %1 entfernen</translation>
    </message>
    <message>
        <source>Change a rule of the group %1</source>
        <translation>Eine Regel der Gruppe %1 ändern</translation>
    </message>
    <message>
        <source>the group %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message>
        <source>Duplicate %1 links</source>
        <translation>%1 Links duplizieren</translation>
    </message>
    <message>
        <source>%1 is not connected: %2</source>
        <translation>%1 ist nicht verbunden: %2</translation>
    </message>
    <message>
        <source>%1 of %2 are not connected; %3: %4</source>
        <translation>%1 von %2 sind nicht verbunden; %3: %4</translation>
    </message>
    <message>
        <source>Edit a marker&apos;s text</source>
        <translation>Markierung beschriften</translation>
    </message>
    <message>
        <source>Change the colour of a marker</source>
        <translation>Farbe einer Markierung ändern</translation>
    </message>
    <message>
        <source>Move a marker</source>
        <translation>Markierung verschieben</translation>
    </message>
    <message>
        <source>Add a marker</source>
        <translation>Markierung hinzufügen</translation>
    </message>
    <message>
        <source>Delete a marker</source>
        <translation>Markierung löschen</translation>
    </message>
</context>
<context>
    <name>EventWords</name>
    <message>
        <source>%1 updates its weights: the optimizer runs.</source>
        <translation>%1 aktualisiert seine Gewichte: Der Optimizer läuft.</translation>
    </message>
    <message>
        <source>%1 begins %2: micro-batch %3 goes forward through its layers.</source>
        <translation>%1 beginnt %2: Micro-Batch %3 läuft vorwärts durch seine Schichten.</translation>
    </message>
    <message>
        <source>%1 begins %2: it computes the activations of micro-batch %3 once more.</source>
        <translation>%1 beginnt %2: Es berechnet die Aktivierungen von Micro-Batch %3 noch einmal.</translation>
    </message>
    <message>
        <source>%1 begins %2: the gradient that the stage before waits for.</source>
        <translation>%1 beginnt %2: den Gradienten, auf den die Stufe davor wartet.</translation>
    </message>
    <message>
        <source>%1 begins %2: the gradient of its own weights, for which no other stage waits.</source>
        <translation>%1 beginnt %2: den Gradienten der eigenen Gewichte, auf den keine andere Stufe wartet.</translation>
    </message>
    <message>
        <source>%1 begins %2: the gradients of micro-batch %3 go back through its layers.</source>
        <translation>%1 beginnt %2: Die Gradienten von Micro-Batch %3 laufen rückwärts durch seine Schichten.</translation>
    </message>
    <message>
        <source>%1 waits until its TP group has exchanged its parts.</source>
        <translation>%1 wartet, bis seine TP-Gruppe ihre Teile ausgetauscht hat.</translation>
    </message>
    <message>
        <source>%1 waits for the parts of the sequence that its CP group holds.</source>
        <translation>%1 wartet auf die Teile der Sequenz, die seine CP-Gruppe hält.</translation>
    </message>
    <message>
        <source>%1 waits until tokens have reached their experts.</source>
        <translation>%1 wartet, bis Token ihre Experten erreicht haben.</translation>
    </message>
    <message>
        <source>%1 waits until the replicas have exchanged gradients or weights.</source>
        <translation>%1 wartet, bis die Replikate Gradienten oder Gewichte ausgetauscht haben.</translation>
    </message>
    <message>
        <source>%1 waits: %2 of %3 is not there yet.</source>
        <translation>%1 wartet: %2 von %3 ist noch nicht da.</translation>
    </message>
    <message>
        <source>%1 waits for the work of other devices.</source>
        <translation>%1 wartet auf die Arbeit anderer Geräte.</translation>
    </message>
    <message>
        <source>%1 waits: %2 of %3 is finished and on its way.</source>
        <translation>%1 wartet: %2 von %3 ist fertig und unterwegs.</translation>
    </message>
    <message>
        <source>%1 waits for a transfer.</source>
        <translation>%1 wartet auf eine Übertragung.</translation>
    </message>
    <message>
        <source>%1 waits: %2 of %3 is finished, but not sent yet.</source>
        <translation>%1 wartet: %2 von %3 ist fertig, aber noch nicht gesendet.</translation>
    </message>
    <message>
        <source>%1 waits: the receiver does not take yet what it sends.</source>
        <translation>%1 wartet: Der Empfänger nimmt noch nicht an, was es sendet.</translation>
    </message>
    <message>
        <source>%1 waits for its host to launch the next work.</source>
        <translation>%1 wartet, dass sein Host die nächste Arbeit startet.</translation>
    </message>
    <message>
        <source>%1 repeats the same pattern for %2 more micro-batches.</source>
        <translation>%1 wiederholt dasselbe Muster für %2 weitere Micro-Batches.</translation>
    </message>
    <message>
        <source>%1 has done its part and waits for the end of the step.</source>
        <translation>%1 ist fertig und wartet auf das Ende des Schritts.</translation>
    </message>
</context>
<context>
    <name>FilmWords</name>
    <message>
        <source>%1 · bubble %2</source>
        <translation>%1 · Bubble %2</translation>
    </message>
    <message>
        <source>%1 · %2 of %3 lanes</source>
        <translation>%1 · %2 von %3 Spuren</translation>
    </message>
    <message>
        <source>%1: the name must end in .svg, .png, .apng or .pdf</source>
        <translation>%1: Der Name muss auf .svg, .png, .apng oder .pdf enden</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>Hugging Face model (config.json)</source>
        <translation>Modell von Hugging Face (config.json)</translation>
    </message>
    <message>
        <source>Megatron-LM arguments</source>
        <translation>Argumente von Megatron-LM</translation>
    </message>
    <message>
        <source>torchtitan configuration (TOML)</source>
        <translation>Konfiguration von torchtitan (TOML)</translation>
    </message>
    <message>
        <source>nanotron configuration (YAML)</source>
        <translation>Konfiguration von nanotron (YAML)</translation>
    </message>
    <message>
        <source>FlagScale configuration (YAML)</source>
        <translation>Konfiguration von FlagScale (YAML)</translation>
    </message>
    <message>
        <source>DeepSpeed configuration (JSON)</source>
        <translation>Konfiguration von DeepSpeed (JSON)</translation>
    </message>
    <message>
        <source>Bandwidth of the selected links over time (CSV)</source>
        <translation>Bandbreite der ausgewählten Links über die Zeit (CSV)</translation>
    </message>
    <message>
        <source>Log of nccl-tests</source>
        <translation>Protokoll von nccl-tests</translation>
    </message>
    <message>
        <source>Node of rocm-smi --showtopo</source>
        <translation>Knoten aus rocm-smi --showtopo</translation>
    </message>
    <message>
        <source>Topology of NCCL or RCCL (XML)</source>
        <translation>Topologie von NCCL oder RCCL (XML)</translation>
    </message>
    <message>
        <source>Cluster of Slurm</source>
        <translation>Cluster aus Slurm</translation>
    </message>
    <message>
        <source>Cluster model of Topograph</source>
        <translation>Clustermodell von Topograph</translation>
    </message>
    <message>
        <source>Network of ibnetdiscover</source>
        <translation>Netz aus ibnetdiscover</translation>
    </message>
    <message>
        <source>Topology of SimAI</source>
        <translation>Topologie von SimAI</translation>
    </message>
    <message>
        <source>Node of hwloc (XML)</source>
        <translation>Knoten aus hwloc (XML)</translation>
    </message>
    <message>
        <source>Megatron-LM options (YAML)</source>
        <translation>Optionen von Megatron-LM (YAML)</translation>
    </message>
    <message>
        <source>NeMo or Megatron-Bridge training (YAML)</source>
        <translation>Training mit NeMo oder Megatron-Bridge (YAML)</translation>
    </message>
    <message>
        <source>Primus experiment (YAML)</source>
        <translation>Experiment von Primus (YAML)</translation>
    </message>
    <message>
        <source>Calculon system, application or execution (JSON)</source>
        <translation>System, Anwendung oder Ausführung von Calculon (JSON)</translation>
    </message>
    <message>
        <source>SimuMax system, model or strategy (JSON)</source>
        <translation>System, Modell oder Strategie von SimuMax (JSON)</translation>
    </message>
    <message>
        <source>Network of ASTRA-sim (YAML, JSON)</source>
        <translation>Netz von ASTRA-sim (YAML, JSON)</translation>
    </message>
    <message>
        <source>vTrain configuration (JSON)</source>
        <translation>Konfiguration von vTrain (JSON)</translation>
    </message>
    <message>
        <source>Node of nvidia-smi (topo -m, -q -x)</source>
        <translation>Knoten aus nvidia-smi (topo -m, -q -x)</translation>
    </message>
    <message>
        <source>Cluster of Metis (clusterfile.json)</source>
        <translation>Cluster von Metis (clusterfile.json)</translation>
    </message>
    <message>
        <source>Cluster of Zorse (cluster_info.json)</source>
        <translation>Cluster von Zorse (cluster_info.json)</translation>
    </message>
    <message>
        <source>Workload of SimAI</source>
        <translation>Workload von SimAI</translation>
    </message>
    <message>
        <source>Trace of the PyTorch profiler (JSON, gzip)</source>
        <translation>Trace des PyTorch-Profilers (JSON, gzip)</translation>
    </message>
    <message>
        <source>Chakra execution trace (.et, JSON)</source>
        <translation>Chakra-Ausführungstrace (.et, JSON)</translation>
    </message>
    <message>
        <source>Pipeline trace of Primus (JSON)</source>
        <translation>Pipeline-Trace von Primus (JSON)</translation>
    </message>
    <message>
        <source>Availability, cluster and training of Sailor (CSV, JSON)</source>
        <translation>Verfügbarkeit, Cluster und Training von Sailor (CSV, JSON)</translation>
    </message>
    <message>
        <source>Log of Megatron-LM with timers</source>
        <translation>Protokoll von Megatron-LM mit Zeitmessern</translation>
    </message>
    <message>
        <source>Availability of nodes and devices over time (CSV)</source>
        <translation>Verfügbarkeit von Knoten und Geräten über die Zeit (CSV)</translation>
    </message>
</context>
<context>
    <name>GroupPage</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Rules for the planner</source>
        <translation>Regeln für den Planer</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Select the members</source>
        <translation>Mitglieder auswählen</translation>
    </message>
    <message>
        <source>Delete the group</source>
        <translation>Gruppe löschen</translation>
    </message>
    <message>
        <source>Its rules are deleted too; its members stay.</source>
        <translation>Ihre Regeln werden mit gelöscht; ihre Mitglieder bleiben.</translation>
    </message>
    <message>
        <source>Delete the group %1</source>
        <translation>Gruppe %1 löschen</translation>
    </message>
    <message>
        <source>device group</source>
        <translation>Gerätegruppe</translation>
    </message>
    <message>
        <source>%1 in 1 node</source>
        <translation>%1 in 1 Knoten</translation>
    </message>
    <message>
        <source>%1 in %2 nodes</source>
        <translation>%1 in %2 Knoten</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 aufnehmen</translation>
    </message>
    <message>
        <source>Add the %1 selected items</source>
        <translation>Die %1 ausgewählten Objekte aufnehmen</translation>
    </message>
    <message>
        <source>A node, a rack, or a device as node:0</source>
        <translation>Knoten, Rack oder Gerät (Knoten:0)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>The members selected in the list, or the one entered</source>
        <translation>Was in der Liste ausgewählt ist, oder das eingetippte</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>The shown plan does not use these devices.</source>
        <translation>Der gezeigte Plan nutzt diese Geräte nicht.</translation>
    </message>
</context>
<context>
    <name>JobPage</name>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Gradient precision</source>
        <translation>Genauigkeit der Gradienten</translation>
    </message>
    <message>
        <source>Precision in which gradients are accumulated and reduced</source>
        <translation>Der Gradienten, die aufsummiert und reduziert werden</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Software stack</source>
        <translation>Software-Stack</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>Software</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash-Attention</translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation>Speicherreserve</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Share of each device&apos;s memory that plans leave free; empty: %1, the error of this software&apos;s memory</source>
        <translation>Anteil des Speichers jedes Geräts, den Pläne frei lassen; leer: %1, der Fehler des Speichers dieser Software</translation>
    </message>
    <message>
        <source>Leave %1 of the memory free</source>
        <translation>%1 des Speichers frei lassen</translation>
    </message>
    <message>
        <source>Leave the usual memory free</source>
        <translation>So viel Speicher wie üblich frei lassen</translation>
    </message>
    <message>
        <source>Shown plan</source>
        <translation>Gezeigter Plan</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Ideal</source>
        <translation>Ideal</translation>
    </message>
    <message>
        <source>Closed form without communication and overhead: the slowest lane&apos;s work and its bubble</source>
        <translation>Geschlossene Formel ohne Kommunikation und Zusatzaufwand: die Arbeit der langsamsten Spur und ihre Bubble</translation>
    </message>
    <message>
        <source>Train in %1</source>
        <translation>In %1 trainieren</translation>
    </message>
    <message>
        <source>Gradients in %1</source>
        <translation>Gradienten in %1</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>Use flash attention</source>
        <translation>Flash-Attention verwenden</translation>
    </message>
    <message>
        <source>Use plain attention</source>
        <translation>Einfache Attention verwenden</translation>
    </message>
    <message>
        <source>Training job</source>
        <translation>Trainingsauftrag</translation>
    </message>
    <message>
        <source>job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>%1 T</source>
        <translation>%1 T</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>%1, %2 active</source>
        <translation>%1, davon %2 aktiv</translation>
    </message>
    <message>
        <source>%1 layers of %2</source>
        <translation>%1 Schichten zu je %2</translation>
    </message>
    <message>
        <source>Draw devices and links; the step is simulated at once.</source>
        <translation>Geräte und Links zeichnen, und der Schritt wird sofort simuliert.</translation>
    </message>
    <message>
        <source>your plan</source>
        <translation>eigener Plan</translation>
    </message>
    <message>
        <source>selected in the ranking</source>
        <translation>in der Rangliste gewählt</translation>
    </message>
    <message>
        <source>best found</source>
        <translation>bester gefundener</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>$%1 per step</source>
        <translation>$%1 je Schritt</translation>
    </message>
    <message>
        <source>%1 x 1 sample</source>
        <translation>%1 x 1 Sample</translation>
    </message>
    <message>
        <source>%1 x %2 samples</source>
        <translation>%1 x %2 Samples</translation>
    </message>
    <message>
        <source>nearest to fitting</source>
        <translation>passt beinahe</translation>
    </message>
    <message>
        <source>kept to compare</source>
        <translation>zum Vergleich behalten</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation>%1 je Schritt</translation>
    </message>
    <message>
        <source>The figures appear with the first simulated step.</source>
        <translation>Die Werte erscheinen mit dem ersten simulierten Schritt.</translation>
    </message>
    <message>
        <source>PUE</source>
        <translation>PUE</translation>
    </message>
    <message>
        <source>Power usage effectiveness: the power of the site, with cooling, over that of its machines. It multiplies the energy of every step.</source>
        <translation>Power Usage Effectiveness: Leistung des Standorts mit Kühlung, geteilt durch die seiner Maschinen. Die Energie jedes Schritts wird damit multipliziert.</translation>
    </message>
    <message>
        <source>Change the PUE</source>
        <translation>PUE ändern</translation>
    </message>
    <message>
        <source>Data, states and tuning</source>
        <translation>Daten, Zustände und Feinheiten</translation>
    </message>
    <message>
        <source>Software release</source>
        <translation>Version der Software</translation>
    </message>
    <message>
        <source>as measured</source>
        <translation>wie gemessen</translation>
    </message>
    <message>
        <source>Release of the software, like 26.06. Where the calibration has an entry for it, its constants and schedules count.</source>
        <translation>Version der Software, etwa 26.06. Hat die Kalibrierung einen Eintrag dafür, gelten dessen Konstanten und Schedules.</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Software as measured</source>
        <translation>Software wie gemessen</translation>
    </message>
    <message>
        <source>Use release %1</source>
        <translation>Version %1 verwenden</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>1 device</source>
        <translation>1 Gerät</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 Link</translation>
    </message>
    <message>
        <source>%1 links</source>
        <translation>%1 Links</translation>
    </message>
    <message>
        <source>%1 to %2 %</source>
        <translation>%1 bis %2 %</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>over 100 %</source>
        <translation>über 100 %</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Stage %1: %2</source>
        <translation>Stufe %1: %2</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Link load</source>
        <translation>Linklast</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>LinkForm</name>
    <message>
        <source>Technology</source>
        <translation>Technologie</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Bandwidth per direction</source>
        <translation>Bandbreite je Richtung</translation>
    </message>
    <message>
        <source>In bits</source>
        <translation>In Bit</translation>
    </message>
    <message>
        <source>%1 Gbit/s per direction</source>
        <translation>%1 Gbit/s je Richtung</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
</context>
<context>
    <name>LinkPage</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Technology</source>
        <translation>Technik</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Speed now</source>
        <translation>Tempo jetzt</translation>
    </message>
    <message>
        <source>Available share of the bandwidth at the start of the step; 0 means down</source>
        <translation>Anteil der Bandbreite, der zu Beginn des Schritts da ist; 0 heißt ausgefallen</translation>
    </message>
    <message>
        <source>Speed, %</source>
        <translation>Tempo, %</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Load in this step</source>
        <translation>Last in diesem Schritt</translation>
    </message>
    <message>
        <source>Carried</source>
        <translation>Übertragen</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>technology</source>
        <translation>Technik</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 Link</translation>
    </message>
    <message>
        <source>%1 links</source>
        <translation>%1 Links</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>gemischt</translation>
    </message>
    <message>
        <source>Change %1 of %2</source>
        <translation>%1 von %2 ändern</translation>
    </message>
    <message>
        <source>%1 per direction</source>
        <translation>%1 je Richtung</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>Nothing is simulated yet.</source>
        <translation>Noch ist nichts simuliert.</translation>
    </message>
    <message>
        <source>%1 and %2 back</source>
        <translation>%1 hin, %2 zurück</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>This plan sends nothing over it.</source>
        <translation>Dieser Plan überträgt nichts darüber.</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Copies technology, bandwidth and latency from the catalog</source>
        <translation>Übernimmt Technologie, Bandbreite und Latenz aus dem Katalog</translation>
    </message>
    <message>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>eigene Werte</translation>
    </message>
    <message>
        <source>Unsourced estimate.</source>
        <translation>Schätzung ohne Quelle.</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Load is the bytes of a step over the bandwidth that the link has during it, as a share of the step.</source>
        <translation>Die Last ist die Datenmenge eines Schritts geteilt durch die Bandbreite, die der Link währenddessen hat, als Anteil am Schritt.</translation>
    </message>
    <message>
        <source>Max flows at a time</source>
        <translation>Max. Flüsse zugleich</translation>
    </message>
    <message>
        <source>Flows at that time</source>
        <translation>Flüsse zu dieser Zeit</translation>
    </message>
    <message>
        <source>never more than 1</source>
        <translation>nie mehr als 1</translation>
    </message>
</context>
<context>
    <name>LinkText</name>
    <message>
        <source>Other</source>
        <translation>Andere</translation>
    </message>
</context>
<context>
    <name>ModelForm</name>
    <message>
        <source>Family</source>
        <translation>Familie</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Published as</source>
        <translation>Veröffentlicht als</translation>
    </message>
    <message>
        <source>million</source>
        <translation>Mio.</translation>
    </message>
    <message>
        <source>billion</source>
        <translation>Mrd.</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Transformer blocks</source>
        <translation>Transformer-Blöcke</translation>
    </message>
    <message>
        <source>Kinds of block</source>
        <translation>Arten von Blöcken</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>Hidden Size</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>Attention-Köpfe</translation>
    </message>
    <message>
        <source>Key-value heads</source>
        <translation>Key-Value-Köpfe</translation>
    </message>
    <message>
        <source>Head dimension</source>
        <translation>Breite eines Kopfs</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP-Breite</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Max sequence length</source>
        <translation>Längste Sequenz</translation>
    </message>
    <message>
        <source>Gated MLP (SwiGLU)</source>
        <translation>Gated MLP (SwiGLU)</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>Geteilte Embeddings</translation>
    </message>
    <message>
        <source>Learned positions</source>
        <translation>Gelernte Positionen</translation>
    </message>
    <message>
        <source>Biases and LayerNorm</source>
        <translation>Bias und LayerNorm</translation>
    </message>
    <message>
        <source>Experts and latent attention</source>
        <translation>Experten und Latent Attention</translation>
    </message>
    <message>
        <source>Mixture of experts</source>
        <translation>Mixture of Experts</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>Experten je Token</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>Gemeinsame Experten</translation>
    </message>
    <message>
        <source>Expert width</source>
        <translation>Breite eines Experten</translation>
    </message>
    <message>
        <source>Dense blocks</source>
        <translation>Dichte Blöcke</translation>
    </message>
    <message>
        <source>Latent attention (MLA)</source>
        <translation>Latent Attention (MLA)</translation>
    </message>
    <message>
        <source>Query rank</source>
        <translation>Rang der Queries</translation>
    </message>
    <message>
        <source>Key-value rank</source>
        <translation>Rang von Keys und Values</translation>
    </message>
    <message>
        <source>Head dimension, no position</source>
        <translation>Kopf ohne Position</translation>
    </message>
    <message>
        <source>Head dimension, rotary</source>
        <translation>Kopf mit Position</translation>
    </message>
    <message>
        <source>Head dimension, values</source>
        <translation>Kopf der Values</translation>
    </message>
    <message>
        <source>%1, %2 active</source>
        <translation>%1, davon %2 aktiv</translation>
    </message>
    <message>
        <source>Modules for further tokens</source>
        <translation>Module für weitere Token</translation>
    </message>
    <message>
        <source>Groups of experts</source>
        <translation>Gruppen von Experten</translation>
    </message>
    <message>
        <source>Groups per token</source>
        <translation>Gruppen je Token</translation>
    </message>
</context>
<context>
    <name>NodeForm</name>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Add devices</source>
        <translation>Geräte hinzufügen</translation>
    </message>
    <message>
        <source>Switches and hosts inside</source>
        <translation>Switches und Hosts im Knoten</translation>
    </message>
    <message>
        <source>Add a vertex</source>
        <translation>Punkt hinzufügen</translation>
    </message>
    <message>
        <source>Links inside</source>
        <translation>Links im Knoten</translation>
    </message>
    <message>
        <source>Add a link</source>
        <translation>Link hinzufügen</translation>
    </message>
    <message>
        <source>Number of devices</source>
        <translation>Anzahl der Geräte</translation>
    </message>
    <message>
        <source>Device type</source>
        <translation>Gerätetyp</translation>
    </message>
    <message>
        <source>Remove these devices</source>
        <translation>Diese Geräte entfernen</translation>
    </message>
    <message>
        <source>Name of the vertex</source>
        <translation>Name des Punkts</translation>
    </message>
    <message>
        <source>Kind of the vertex</source>
        <translation>Art des Punkts</translation>
    </message>
    <message>
        <source>Remove this vertex and its links</source>
        <translation>Diesen Punkt und seine Links entfernen</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>A vertex, gpu3, gpu0-3, or gpu* for all devices</source>
        <translation>Ein Punkt, gpu3, gpu0-3 oder gpu* für alle Geräte</translation>
    </message>
    <message>
        <source>Technology</source>
        <translation>Technologie</translation>
    </message>
    <message>
        <source>Bandwidth per direction</source>
        <translation>Bandbreite je Richtung</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Remove this link</source>
        <translation>Diesen Link entfernen</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Power beside the devices</source>
        <translation>Leistung ohne die Geräte</translation>
    </message>
</context>
<context>
    <name>NodePage</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Drawn from</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Speed of all devices</source>
        <translation>Tempo aller Geräte</translation>
    </message>
    <message>
        <source>Compute rate of the devices: 100 % is full speed, less is a shared or throttled device. Zoom in and choose one device to slow it alone.</source>
        <translation>Rechenleistung der Geräte: 100 % ist volles Tempo, weniger ein geteiltes oder gedrosseltes Gerät. Nach dem Heranzoomen lässt sich ein einzelnes Gerät bremsen.</translation>
    </message>
    <message>
        <source>Speed, %</source>
        <translation>Tempo, %</translation>
    </message>
    <message>
        <source>Change the speed of %1</source>
        <translation>Tempo von %1 ändern</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>Innen</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 Gerät</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>%1 – %2: %3 %4, %5</source>
        <translation>%1 – %2: %3 %4, %5</translation>
    </message>
    <message>
        <source>No links inside.</source>
        <translation>Keine Links im Inneren.</translation>
    </message>
    <message>
        <source>Number of devices</source>
        <translation>Anzahl der Geräte</translation>
    </message>
    <message>
        <source>Device type</source>
        <translation>Gerätetyp</translation>
    </message>
    <message>
        <source>Change the devices of %1</source>
        <translation>Geräte von %1 ändern</translation>
    </message>
    <message>
        <source>The shown plan does not use this node.</source>
        <translation>Der gezeigte Plan nutzt diesen Knoten nicht.</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Host power</source>
        <translation>Hostleistung</translation>
    </message>
    <message>
        <source>Power of CPUs, memory, network cards and fans, beside the devices. It is drawn all the time and counts towards the energy of every step.</source>
        <translation>Leistung von CPUs, Speicher, Netzwerkkarten und Lüftern, ohne die Geräte. Sie wird ständig aufgenommen und zählt zur Energie jedes Schritts.</translation>
    </message>
    <message>
        <source>Change the power of %1</source>
        <translation>Leistung von %1 ändern</translation>
    </message>
</context>
<context>
    <name>NoteColours</name>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
</context>
<context>
    <name>NotePage</name>
    <message>
        <source>Ctrl+Enter or leaving the field saves the text; Escape restores it.</source>
        <translation>Strg+Eingabe oder Verlassen des Feldes übernimmt den Text; Esc nimmt ihn zurück.</translation>
    </message>
    <message>
        <source>Colour of the note</source>
        <translation>Farbe der Notiz</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Width of the note</source>
        <translation>Breite der Notiz</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Notes have no effect on the simulation.</source>
        <translation>Notizen haben keinen Einfluss auf die Simulation.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 Notizen</translation>
    </message>
</context>
<context>
    <name>ParetoAxis</name>
    <message>
        <source>Cost per step</source>
        <translation>Kosten je Schritt</translation>
    </message>
    <message>
        <source>Cost per million tokens</source>
        <translation>Kosten je Million Tokens</translation>
    </message>
    <message>
        <source>Energy per step</source>
        <translation>Energie je Schritt</translation>
    </message>
    <message>
        <source>Energy per token</source>
        <translation>Energie je Token</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Cost, M tokens</source>
        <translation>Kosten, Mio. T.</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Energy, token</source>
        <translation>Energie, Token</translation>
    </message>
    <message>
        <source>cents</source>
        <translation>Cent</translation>
    </message>
</context>
<context>
    <name>PlanPoint</name>
    <message>
        <source>your plan</source>
        <translation>eigener Plan</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>outside the space: %1</source>
        <translation>außerhalb des Raums: %1</translation>
    </message>
</context>
<context>
    <name>PlanWords</name>
    <message>
        <source>recompute %1</source>
        <translation>Neuberechnung %1</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>R sel</source>
        <translation>Neub. sel.</translation>
    </message>
    <message>
        <source>TP by stage</source>
        <translation>TP je Stufe</translation>
    </message>
    <message>
        <source>recompute full</source>
        <translation>volle Neuberechnung</translation>
    </message>
    <message>
        <source>recompute selective</source>
        <translation>selektive Neuberechnung</translation>
    </message>
    <message>
        <source>%1 (mixed stages)</source>
        <translation>%1 (gemischte Stufen)</translation>
    </message>
    <message>
        <source>interleaved x%1</source>
        <translation>verschränkt x%1</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 über %2</translation>
    </message>
    <message>
        <source>%1 (pipelines by type)</source>
        <translation>%1 (Pipelines je Typ)</translation>
    </message>
    <message>
        <source>%1 (samples by type)</source>
        <translation>%1 (Samples je Typ)</translation>
    </message>
    <message>
        <source>recompute of %1 parts</source>
        <translation>Neuberechnung von %1 Teilen</translation>
    </message>
</context>
<context>
    <name>PlannerWords</name>
    <message>
        <source>the search was stopped before it</source>
        <translation>die Suche wurde vorher abgebrochen</translation>
    </message>
    <message>
        <source>over the budget</source>
        <translation>über dem Budget</translation>
    </message>
    <message>
        <source>no plan of it is within the budget</source>
        <translation>kein Plan davon liegt im Budget</translation>
    </message>
    <message>
        <source>no cut of the layers fits every device</source>
        <translation>keine Aufteilung der Schichten passt auf jedes Gerät</translation>
    </message>
    <message>
        <source>no plan of its rules fits in memory</source>
        <translation>kein Plan nach seinen Regeln passt in den Speicher</translation>
    </message>
    <message>
        <source>its plan does not fit in memory</source>
        <translation>sein Plan passt nicht in den Speicher</translation>
    </message>
    <message>
        <source>TP %1 does not divide %2 heads</source>
        <translation>TP %1 teilt %2 Köpfe nicht</translation>
    </message>
    <message>
        <source>TP %1 does not divide the MLP&apos;s width %2</source>
        <translation>TP %1 teilt die MLP-Breite %2 nicht</translation>
    </message>
    <message>
        <source>TP %1 does not divide an expert&apos;s width %2</source>
        <translation>TP %1 teilt die Expertenbreite %2 nicht</translation>
    </message>
    <message>
        <source>TP %1 does not divide %2 heads of linear attention or state space</source>
        <translation>TP %1 teilt %2 Köpfe der linearen Attention oder des Zustandsraums nicht</translation>
    </message>
    <message>
        <source>TP %1 does not divide the sequence length %2</source>
        <translation>TP %1 teilt die Sequenzlänge %2 nicht</translation>
    </message>
    <message>
        <source>at least %1, the best plan takes %2</source>
        <translation>mindestens %1, der beste Plan braucht %2</translation>
    </message>
    <message>
        <source>costs %1 per step and draws %2</source>
        <translation>kostet %1 je Schritt und braucht %2</translation>
    </message>
    <message>
        <source>at most %1 are allowed</source>
        <translation>höchstens %1 sind erlaubt</translation>
    </message>
    <message>
        <source>it fits, and there is no other plan</source>
        <translation>er passt, und es gibt keinen anderen Plan</translation>
    </message>
    <message>
        <source>takes %1, as long as the best plan</source>
        <translation>braucht %1, so lange wie der beste Plan</translation>
    </message>
    <message>
        <source>takes %1, %2 slower than the best plan&apos;s %3</source>
        <translation>braucht %1, %2 langsamer als der beste Plan mit %3</translation>
    </message>
    <message>
        <source>takes %1, %2 faster than the best plan&apos;s %3</source>
        <translation>braucht %1, %2 schneller als der beste Plan mit %3</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>at least %1 in the layouts examined</source>
        <translation>mindestens %1 in den betrachteten Anordnungen</translation>
    </message>
    <message>
        <source>%1, of that %2 %3</source>
        <translation>%1, davon %2 %3</translation>
    </message>
    <message>
        <source>%1, of that %2 %3 on %4</source>
        <translation>%1, davon %2 %3 auf %4</translation>
    </message>
    <message>
        <source>%1; the best plan takes %2</source>
        <translation>%1; der beste Plan braucht %2</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>TP communication</source>
        <translation>TP-Kommunikation</translation>
    </message>
    <message>
        <source>waits for sends</source>
        <translation>Warten auf Sendungen</translation>
    </message>
    <message>
        <source>gradient synchronization</source>
        <translation>Gradientensynchronisierung</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>stragglers</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>host overhead</source>
        <translation>Zusatzaufwand des Hosts</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>pipeline fill and drain</source>
        <translation>Füllen und Leeren der Pipeline</translation>
    </message>
    <message>
        <source>bounded</source>
        <translation>durch Schranke ausgeschlossen</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>kann nicht laufen</translation>
    </message>
    <message>
        <source>mapping</source>
        <translation>Zuordnung</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>ungültig</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>Speicher reicht nicht</translation>
    </message>
    <message>
        <source>bounding</source>
        <translation>Schranken berechnen</translation>
    </message>
    <message>
        <source>exploring</source>
        <translation>erkunden</translation>
    </message>
    <message>
        <source>narrowing the gap</source>
        <translation>die Lücke verkleinern</translation>
    </message>
    <message>
        <source>trying plans outside the space</source>
        <translation>jenseits des Raums</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>best uniform plan</source>
        <translation>bester einheitlicher Plan</translation>
    </message>
    <message>
        <source>uniform (Megatron-LM)</source>
        <translation>gleichmäßig (Megatron-LM)</translation>
    </message>
    <message>
        <source>proportional (Whale)</source>
        <translation>proportional (Whale)</translation>
    </message>
    <message>
        <source>Metis-like greedy</source>
        <translation>gierig wie Metis</translation>
    </message>
    <message>
        <source>Sailor-like greedy</source>
        <translation>gierig wie Sailor</translation>
    </message>
    <message>
        <source>samples by speed</source>
        <translation>Samples nach Tempo</translation>
    </message>
    <message>
        <source>TP by stage</source>
        <translation>TP je Stufe</translation>
    </message>
    <message>
        <source>TP over nodes</source>
        <translation>TP über Knoten</translation>
    </message>
    <message>
        <source>unlike pipelines</source>
        <translation>ungleiche Pipelines</translation>
    </message>
    <message>
        <source>%1 of group %2 must be used, but is not</source>
        <translation>%1 der Gruppe %2 muss arbeiten, ist aber ungenutzt</translation>
    </message>
    <message>
        <source>%1 of group %2 is used outside the places of its group</source>
        <translation>%1 der Gruppe %2 arbeitet außerhalb der Plätze ihrer Gruppe</translation>
    </message>
    <message>
        <source>%1 is used in a place of group %2, but does not belong to it</source>
        <translation>%1 arbeitet an einem Platz der Gruppe %2, gehört aber nicht dazu</translation>
    </message>
    <message>
        <source>%1 of group %2 is used where its group is forbidden</source>
        <translation>%1 der Gruppe %2 arbeitet, wo ihre Gruppe fernbleiben muss</translation>
    </message>
    <message>
        <source>as fast</source>
        <translation>gleich schnell</translation>
    </message>
    <message>
        <source>%1 devices do all the work: %2</source>
        <translation>%1 Geräte tun alle Arbeit: %2</translation>
    </message>
    <message>
        <source>one device does all the work: %1</source>
        <translation>ein Gerät tut alle Arbeit: %1</translation>
    </message>
    <message>
        <source>no cut of the layers fits every device; cut evenly, %1</source>
        <translation>keine Aufteilung der Schichten passt auf jedes Gerät; gleichmäßig aufgeteilt: %1</translation>
    </message>
    <message>
        <source>needs %1, these %2 devices have %3</source>
        <translation>braucht %1, diese %2 Geräte haben %3</translation>
    </message>
    <message>
        <source>needs %1, this device has %2</source>
        <translation>braucht %1, dieses Gerät hat %2</translation>
    </message>
    <message>
        <source>the fullest device needs %1 and has %2</source>
        <translation>das vollste Gerät braucht %1 und hat %2</translation>
    </message>
    <message>
        <source>at least %1; not searched to its end</source>
        <translation>mindestens %1; nicht zu Ende durchsucht</translation>
    </message>
    <message>
        <source>activations exceed memory by %1 on %2</source>
        <translation>Aktivierungen überschreiten den Speicher von %2 um %1</translation>
    </message>
    <message>
        <source>weights and optimizer exceed memory by %1 on %2</source>
        <translation>Gewichte und Optimierer überschreiten den Speicher von %2 um %1</translation>
    </message>
    <message>
        <source>stage %1 of pipeline %2 exceeds memory by %3: it needs %4 on %5, which has %6; largest part: %7 %8</source>
        <translation>Stufe %1 von Pipeline %2 überschreitet den Speicher um %3: sie braucht %4 auf %5 mit %6; größter Teil: %7 %8</translation>
    </message>
    <message>
        <source>%1; %2 stages exceed memory</source>
        <translation>%1; %2 Stufen überschreiten den Speicher</translation>
    </message>
    <message>
        <source>not faster than the best plan, which takes %1</source>
        <translation>nicht schneller als der beste Plan, der %1 braucht</translation>
    </message>
    <message>
        <source>%1 and pays %2 less for %3</source>
        <translation>%1 und zahlt %2 weniger für %3</translation>
    </message>
    <message>
        <source>ring of context parallelism</source>
        <translation>Ring der Kontextparallelität</translation>
    </message>
    <message>
        <source>all-to-all of experts</source>
        <translation>All-to-All der Experten</translation>
    </message>
    <message>
        <source>gathers of ZeRO-3</source>
        <translation>Einsammeln von ZeRO-3</translation>
    </message>
    <message>
        <source>no recompute</source>
        <translation>ohne Neuberechnung</translation>
    </message>
    <message>
        <source>other stages</source>
        <translation>andere Stufen</translation>
    </message>
    <message>
        <source>clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>%1. What is known of its causes adds up to %2</source>
        <translation>%1. Was von ihren Ursachen bekannt ist, ergibt zusammen %2</translation>
    </message>
    <message>
        <source>%1. A closer look: %2</source>
        <translation>%1. Genauer nachgesehen: %2</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source> · one: %1</source>
        <translation> · einzeln: %1</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>The step of %1 is uncertain by ± %2.</source>
        <translation>Der Schritt von %1 ist um ± %2 unsicher.</translation>
    </message>
    <message>
        <source>Drag from a port to draw a link · Ctrl+D duplicates · F fits</source>
        <translation>Von einem Port ziehen zeichnet einen Link · Strg+D dupliziert · F passt ein</translation>
    </message>
    <message>
        <source>Drag a node from the left onto the canvas</source>
        <translation>Links einen Knoten greifen und auf dieses Blatt ziehen</translation>
    </message>
    <message>
        <source>or choose one there and press Enter; then draw links from port to port</source>
        <translation>oder dort einen wählen und die Eingabetaste drücken; danach Links von Port zu Port ziehen</translation>
    </message>
    <message>
        <source>emb + %1 + head</source>
        <comment>layers of a stage</comment>
        <translation>Emb + %1 + Head</translation>
    </message>
    <message>
        <source>emb + %1</source>
        <comment>layers of a stage</comment>
        <translation>Emb + %1</translation>
    </message>
    <message>
        <source>%1 + head</source>
        <comment>layers of a stage</comment>
        <translation>%1 + Head</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 Schicht</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>%1 ports</source>
        <translation>%1 Ports</translation>
    </message>
    <message>
        <source>not linked</source>
        <translation>nicht verbunden</translation>
    </message>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verschieben</translation>
    </message>
    <message>
        <source>Move %1 items</source>
        <translation>%1 Objekte verschieben</translation>
    </message>
    <message>
        <source>%1 – drop on a node or switch</source>
        <translation>%1 – auf Knoten oder Switch ablegen</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>link is down</source>
        <translation>Link ausgefallen</translation>
    </message>
    <message>
        <source>runs at %1</source>
        <translation>läuft mit %1</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>%1 belegt</translation>
    </message>
    <message>
        <source>%1 flows</source>
        <translation>%1 Flüsse</translation>
    </message>
    <message>
        <source>%1 load</source>
        <translation>%1 Last</translation>
    </message>
    <message>
        <source>%1 at %2:</source>
        <translation>%1 bei %2:</translation>
    </message>
    <message>
        <source>no devices</source>
        <translation>keine Geräte</translation>
    </message>
    <message>
        <source>%1 PCIe switches</source>
        <translation>%1 PCIe-Switches</translation>
    </message>
    <message>
        <source>PCIe switch</source>
        <translation>PCIe-Switch</translation>
    </message>
    <message>
        <source>PCIe, %1 sockets</source>
        <translation>PCIe, %1 Sockel</translation>
    </message>
    <message>
        <source>PCIe to the host</source>
        <translation>PCIe zum Host</translation>
    </message>
    <message>
        <source>%1 · %2 per direction · %3</source>
        <translation>%1 · %2 je Richtung · %3</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>%1 zu viel</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>Spitze %1</translation>
    </message>
    <message>
        <source>not used by this plan</source>
        <translation>von diesem Plan nicht genutzt</translation>
    </message>
    <message>
        <source>no plan yet</source>
        <translation>noch kein Plan</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>time by cause · memory: weights, gradients, optimizer, activations</source>
        <translation>Zeit nach Ursache · Speicher: Gewichte, Gradienten, Optimierer, Aktivierungen</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>layers %1–%2</source>
        <translation>Schichten %1–%2</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>Zusatzaufwand</translation>
    </message>
    <message>
        <source>TP, exposed</source>
        <translation>TP, exponiert</translation>
    </message>
    <message>
        <source>PP, exposed</source>
        <translation>PP, exponiert</translation>
    </message>
    <message>
        <source>DP, exposed</source>
        <translation>DP, exponiert</translation>
    </message>
    <message>
        <source>CP and EP, exposed</source>
        <translation>CP und EP, exponiert</translation>
    </message>
    <message>
        <source>Straggler</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Untätig</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>%1: the name must end in .png, .svg or .pdf</source>
        <translation>%1: der Name muss auf .png, .svg oder .pdf enden</translation>
    </message>
    <message>
        <source>no feasible plan: %1: %2</source>
        <translation>kein ausführbarer Plan: %1: %2</translation>
    </message>
    <message>
        <source>no feasible plan</source>
        <translation>kein ausführbarer Plan</translation>
    </message>
    <message>
        <source>%1: cannot be written</source>
        <translation>%1: kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>Diurnal</source>
        <translation>Tagesgang</translation>
    </message>
    <message>
        <source>Flap</source>
        <translation>Flattern</translation>
    </message>
    <message>
        <source>Decay</source>
        <translation>Abklingen</translation>
    </message>
    <message>
        <source>Outage</source>
        <translation>Ausfall</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Periode</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>Min</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Max</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Periods</source>
        <translation>Perioden</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>Down for</source>
        <translation>Aus für</translation>
    </message>
    <message>
        <source>Up for</source>
        <translation>An für</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Rate afterwards</source>
        <translation>Rate dann</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Down to</source>
        <translation>Bis auf</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
    <message>
        <source>a min rate of %1</source>
        <translation>eine kleinste Rate von %1</translation>
    </message>
    <message>
        <source>at most the max, %1</source>
        <translation>höchstens die größte, %1</translation>
    </message>
    <message>
        <source>a curve that ends at %1</source>
        <translation>eine Kurve, die bei %1 endet</translation>
    </message>
    <message>
        <source>an end before %1</source>
        <translation>ein Ende vor %1</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 Link</translation>
    </message>
    <message>
        <source>%1 links</source>
        <translation>%1 Links</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 Gerät</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>%1, %</source>
        <translation>%1, %</translation>
    </message>
    <message>
        <source>%1 is down</source>
        <translation>%1 ist ausgefallen</translation>
    </message>
    <message>
        <source>Does not fit in memory: %1</source>
        <translation>Passt nicht in den Speicher: %1</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>Änderungen an %1 speichern?</translation>
    </message>
    <message>
        <source>HeteroScope projects (*.hscope.json *.json)</source>
        <translation>HeteroScope-Projekte (*.hscope.json *.json)</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Projekt öffnen</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>Projekt speichern</translation>
    </message>
    <message>
        <source>Export a picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>%1 is open elsewhere</source>
        <translation>%1 ist anderswo geöffnet</translation>
    </message>
    <message>
        <source>%1 has it open. Two windows that save the same file would undo each other&apos;s work; a copy is saved under another name.</source>
        <translation>%1 hat die Datei geöffnet. Zwei Fenster, die dieselbe Datei speichern, würden einander die Arbeit zunichtemachen; eine Kopie wird unter anderem Namen gespeichert.</translation>
    </message>
    <message>
        <source>Somebody</source>
        <translation>Jemand</translation>
    </message>
    <message>
        <source>Open a copy</source>
        <translation>Kopie öffnen</translation>
    </message>
    <message>
        <source>%1 was changed on disk</source>
        <translation>%1 wurde auf dem Datenträger geändert</translation>
    </message>
    <message>
        <source>Another program wrote the file after this window opened it. Saving now replaces what was written there; &quot;Save as&quot; keeps both.</source>
        <translation>Ein anderes Programm hat die Datei geschrieben, nachdem dieses Fenster sie geöffnet hatte. Speichern ersetzt jetzt, was dort geschrieben wurde; „Speichern unter“ behält beides.</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>simulating …</source>
        <translation>wird simuliert …</translation>
    </message>
    <message>
        <source>See where every millisecond of training goes on mixed hardware.</source>
        <translation>Sehen, wohin auf gemischter Hardware jede Millisekunde des Trainings geht.</translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>heute %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <comment>how a day is written</comment>
        <translation>d. MMMM yyyy</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>a bandwidth</source>
        <translation>eine Bandbreite</translation>
    </message>
    <message>
        <source>for example: %1</source>
        <translation>zum Beispiel: %1</translation>
    </message>
    <message>
        <source>a factor from %1 to %2</source>
        <translation>ein Faktor von %1 bis %2</translation>
    </message>
    <message>
        <source>expected %1</source>
        <translation>erwartet %1</translation>
    </message>
    <message>
        <source>%1, expected %2</source>
        <translation>%1, erwartet %2</translation>
    </message>
    <message>
        <source>Which devices are these?</source>
        <translation>Welche Geräte sind das?</translation>
    </message>
    <message>
        <source>Drop on the node to measure the route to</source>
        <translation>Auf dem Knoten loslassen, bis zu dem gemessen wird</translation>
    </message>
    <message>
        <source>Tensor parallelism: the devices that share each layer, outlined</source>
        <translation>Tensorparallelität: die Geräte, die sich jede Schicht teilen, umrandet</translation>
    </message>
    <message>
        <source>Pipeline parallelism: arrows from stage to stage</source>
        <translation>Pipelineparallelität: Pfeile von Stufe zu Stufe</translation>
    </message>
    <message>
        <source>Data parallelism: lines between replicas of a stage</source>
        <translation>Datenparallelität: Linien zwischen den Replikaten einer Stufe</translation>
    </message>
    <message>
        <source>Context parallelism: the devices that share each sequence, outlined</source>
        <translation>Kontextparallelität: die Geräte, die sich jede Sequenz teilen, umrandet</translation>
    </message>
    <message>
        <source>Expert parallelism: the devices that share the experts, outlined</source>
        <translation>Expertenparallelität: die Geräte, die sich die Experten teilen, umrandet</translation>
    </message>
    <message>
        <source>Nothing of the plan is drawn over the cluster</source>
        <translation>Vom Plan wird nichts über den Cluster gezeichnet</translation>
    </message>
    <message>
        <source>%1 x up to %2</source>
        <translation>%1 x bis zu %2</translation>
    </message>
    <message>
        <source>%1 · %2 · %3
1 GB takes %4; bottleneck: %5</source>
        <translation>%1 · %2 · %3
1 GB braucht %4; Engpass: %5</translation>
    </message>
    <message>
        <source>Unsourced estimate</source>
        <translation>Schätzung ohne Quelle</translation>
    </message>
    <message>
        <source>Import files of other tools</source>
        <translation>Dateien anderer Programme importieren</translation>
    </message>
    <message>
        <source>The matrix does not name the devices. Give the output of nvidia-smi -L along with it, or choose their type:</source>
        <translation>Die Matrix nennt die Geräte nicht. Geben Sie die Ausgabe von nvidia-smi -L dazu, oder wählen Sie ihren Typ:</translation>
    </message>
    <message>
        <source>%1 already exists</source>
        <translation>%1 gibt es schon</translation>
    </message>
    <message>
        <source>Saving replaces what is in it. Cancel leads back to the choice of a name.</source>
        <translation>Speichern ersetzt den Inhalt. Abbrechen führt zurück zur Wahl eines Namens.</translation>
    </message>
    <message>
        <source>Which device was measured?</source>
        <translation>Welches Gerät wurde gemessen?</translation>
    </message>
    <message>
        <source>The catalog has no device that is called %1. Its peak rates are those of:</source>
        <translation>Der Katalog kennt kein Gerät namens %1. Es hat die Spitzenwerte von:</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Use these</source>
        <translation>Diese verwenden</translation>
    </message>
    <message>
        <source>Keep as it was</source>
        <translation>Belassen, wie es war</translation>
    </message>
    <message>
        <source>Use the shipped ones</source>
        <translation>Die mitgelieferten verwenden</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>%1 of %2 gone</source>
        <translation>%1 von %2 weg</translation>
    </message>
    <message>
        <source>Cloud bandwidth (random)</source>
        <translation>Bandbreite einer Cloud (zufällig)</translation>
    </message>
    <message>
        <source>Slowdowns (random)</source>
        <translation>Verlangsamungen (zufällig)</translation>
    </message>
    <message>
        <source>Spot node (random)</source>
        <translation>Spot-Knoten (zufällig)</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Mean time at full rate</source>
        <translation>Mittlere Zeit mit voller Rate</translation>
    </message>
    <message>
        <source>Mean slow time</source>
        <translation>Mittlere langsame Zeit</translation>
    </message>
    <message>
        <source>Rate when slow</source>
        <translation>Rate, wenn langsam</translation>
    </message>
    <message>
        <source>Mean time there</source>
        <translation>Mittlere Zeit da</translation>
    </message>
    <message>
        <source>Mean time gone</source>
        <translation>Mittlere Zeit weg</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Lektion öffnen</translation>
    </message>
    <message>
        <source>Lessons (*.lesson.json *.json)</source>
        <translation>Lektionen (*.lesson.json *.json)</translation>
    </message>
    <message>
        <source>In the host</source>
        <translation>Im Host</translation>
    </message>
    <message>
        <source>Choose the sheet</source>
        <translation>Das Blatt wählen</translation>
    </message>
    <message>
        <source>Exercise sheets (sheet.json *.json)</source>
        <translation>Übungsblätter (sheet.json *.json)</translation>
    </message>
    <message>
        <source>Choose the hand-ins</source>
        <translation>Die Abgaben wählen</translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation>Preis von %1</translation>
    </message>
    <message>
        <source>Price of %1 nodes</source>
        <translation>Preis von %1 Knoten</translation>
    </message>
    <message>
        <source>factors for a device: 1 is its full speed, or its usual price</source>
        <translation>Faktoren für ein Gerät: 1 ist seine volle Geschwindigkeit oder sein üblicher Preis</translation>
    </message>
    <message>
        <source>Activations there</source>
        <translation>Aktivierungen dort</translation>
    </message>
    <message>
        <source>the plan</source>
        <translation>der Plan</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <source>the job</source>
        <translation>die Aufgabe</translation>
    </message>
</context>
<context>
    <name>RackItem</name>
    <message>
        <source>busy</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>%1 zu viel</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>Spitze %1</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 Gerät</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
</context>
<context>
    <name>RackPage</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Number of copies</source>
        <translation>Anzahl der Kopien</translation>
    </message>
    <message>
        <source>All copies are equal to the drawn one; an edit applies to all.</source>
        <translation>Jede Kopie gleicht der gezeichneten: Eine Änderung gilt für alle.</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>One tile on the canvas</source>
        <translation>Als eine Kachel zeichnen</translation>
    </message>
    <message>
        <source>In each copy</source>
        <translation>In jeder Kopie</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>Switches</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>In all copies</source>
        <translation>In allen Kopien</translation>
    </message>
    <message>
        <source>Links inside the rack exist in each copy; a link to the outside exists once per copy.</source>
        <translation>Innere Links gibt es in jeder Kopie; einen Link, der aus dem Rack führt, für jede einmal.</translation>
    </message>
    <message>
        <source>Ungroup</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>Draws every copy on its own</source>
        <translation>Zeichnet jede Kopie für sich</translation>
    </message>
    <message>
        <source>rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>The shown plan does not use this rack.</source>
        <translation>Der gezeigte Plan nutzt dieses Rack nicht.</translation>
    </message>
</context>
<context>
    <name>ResultWords</name>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>Zustand des Optimierers</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>the collectives of a pass are drawn together at its end</source>
        <translation>die Kollektive eines Durchlaufs werden zusammen an seinem Ende gezeichnet</translation>
    </message>
    <message>
        <source>the time of a pass is divided among its operations in proportion to their own times</source>
        <translation>die Summen eines Durchlaufs werden auf seine Operationen verteilt</translation>
    </message>
    <message>
        <source>no transfers or collectives that run at one time share a link</source>
        <translation>keine gleichzeitigen Übertragungen oder Kollektive teilen sich einen Link</translation>
    </message>
    <message>
        <source>transfers and collectives that use a link at the same time share it max-min fairly; the hidden part of a collective does not compete for links</source>
        <translation>Übertragungen und Kollektive teilen sich einen Link max-min-fair; was ein Kollektiv neben Berechnung verdeckt, trifft auf nichts</translation>
    </message>
    <message>
        <source>gradients are reduced in buckets during the last backward pass; weights are gathered during the next step&apos;s first forward pass</source>
        <translation>Gradienten gehen in Buckets neben dem letzten Rückwärtsdurchlauf hinaus, Gewichte kommen neben dem ersten Vorwärtsdurchlauf des nächsten Schritts herein</translation>
    </message>
    <message>
        <source>gradients are synchronized after the last backward pass</source>
        <translation>Gradienten werden nach dem letzten Rückwärtsdurchlauf synchronisiert</translation>
    </message>
    <message>
        <source>sends block: each waits for the matching receive, and the sender computes nothing until the data has arrived</source>
        <translation>Senden blockiert: ein Rendezvous mit dem nächsten Empfang des Empfängers, und der Sender rechnet bis zur Ankunft nichts</translation>
    </message>
    <message>
        <source>receives are posted when the pass before them begins; sends run beside computation</source>
        <translation>Empfänge werden angemeldet, wenn der Durchlauf vor ihnen beginnt; Senden läuft neben der Berechnung</translation>
    </message>
    <message>
        <source>sends are asynchronous and receives posted in time: they run beside computation</source>
        <translation>Senden ist asynchron, Empfänge sind rechtzeitig angemeldet: Beides läuft neben der Berechnung</translation>
    </message>
    <message>
        <source>the optimizer of a stage does not wait for the global gradient norm: the step time is the period of steps that overlap</source>
        <translation>der Optimierer einer Stufe wartet nicht auf die globale Gradientennorm: Die Schrittzeit ist die Periode überlappender Schritte</translation>
    </message>
    <message>
        <source>the optimizer waits for the global gradient norm</source>
        <translation>der Optimierer wartet auf die globale Gradientennorm</translation>
    </message>
    <message>
        <source>transfers and collectives follow the links&apos; rate curves; the gathers of ZeRO-3 run at the rates of the step&apos;s start</source>
        <translation>Übertragungen und Kollektive folgen den Ratenkurven der Links; die All-Gathers von ZeRO-3 laufen mit den Raten vom Beginn des Schritts</translation>
    </message>
    <message>
        <source>computation follows the devices&apos; rate curves; the optimizer runs at the speed of the step&apos;s start</source>
        <translation>die Berechnung folgt den Ratenkurven der Geräte; der Optimierer läuft mit dem Tempo vom Beginn des Schritts</translation>
    </message>
    <message>
        <source>ZeRO-2 keeps full gradients between micro-batches and reduces them once a step</source>
        <translation>ZeRO-2 behält zwischen Micro-Batches volle Gradienten und reduziert sie einmal je Schritt</translation>
    </message>
    <message>
        <source>ZeRO-2 holds a share of the gradients; their time is that of reducing them once a step</source>
        <translation>ZeRO-2 hält einen Anteil der Gradienten; ihre Zeit ist die einer Reduktion je Schritt</translation>
    </message>
    <message>
        <source>routing is balanced; gradients of experts are averaged over the devices that hold the same ones</source>
        <translation>das Routing ist ausgeglichen; Gradienten von Experten werden über die Geräte gemittelt, die dieselben halten</translation>
    </message>
    <message>
        <source>%1 is not calibrated: default efficiency curves</source>
        <translation>%1 ist nicht kalibriert: allgemeine Effizienzkurven</translation>
    </message>
    <message>
        <source>%1 has no price: it costs 0 here</source>
        <translation>%1 hat keinen Preis: kostet hier 0</translation>
    </message>
    <message>
        <source>the error of ± %1 is that of held-back steps of this kind: %2 measured with %3 on %4</source>
        <translation>der Fehler von ± %1 ist der zurückgehaltener Schritte dieser Art: %2 gemessen mit %3 auf %4</translation>
    </message>
    <message>
        <source>no step of this kind (sharding, nodes, experts) was measured with %1 on %2: the error of ± %3 is that of predictions from the %4 others</source>
        <translation>kein Schritt dieser Art (Aufteilung, Knoten, Experten) wurde mit %1 auf %2 gemessen: der Fehler von ± %3 ist der von Vorhersagen aus den %4 anderen</translation>
    </message>
    <message>
        <source>no step of %1 on %2 was ever measured, only each with others: the error of ± %3 is that of such predictions</source>
        <translation>kein Schritt von %1 auf %2 wurde je gemessen, nur beide mit anderen: der Fehler von ± %3 ist der solcher Vorhersagen</translation>
    </message>
    <message>
        <source>no step on devices of the class %1 was ever measured: the error of ± %2 is that of predictions for classes left out</source>
        <translation>kein Schritt auf Geräten der Klasse %1 wurde je gemessen: der Fehler von ± %2 ist der von Vorhersagen für ausgelassene Klassen</translation>
    </message>
    <message>
        <source>no step of %1 was ever measured: the error of ± %2 is that of predictions for software stacks left out</source>
        <translation>kein Schritt von %1 wurde je gemessen: der Fehler von ± %2 ist der von Vorhersagen für ausgelassene Software</translation>
    </message>
    <message>
        <source>no step on unlike devices was ever measured: the error of ± %1 is the largest of all kinds of predictions</source>
        <translation>kein Schritt auf ungleichen Geräten wurde je gemessen: der Fehler von ± %1 ist der größte aller Arten von Vorhersagen</translation>
    </message>
    <message>
        <source>no step of %1 and none on devices of the class %2 was ever measured: the error of ± %3 is that of predictions for both left out</source>
        <translation>kein Schritt von %1 und keiner auf Geräten der Klasse %2 wurde je gemessen: der Fehler von ± %3 ist der von Vorhersagen, für die beide ausgelassen sind</translation>
    </message>
    <message>
        <source>the software stack %1 is not calibrated: the constants of %2 are used, with an error of up to %3</source>
        <translation>die Software %1 ist nicht kalibriert: es gelten die Konstanten von %2, mit einem Fehler bis %3</translation>
    </message>
    <message>
        <source>identical pipelines are simulated once</source>
        <translation>Pipelines, die auf den Tick gleich sind, werden einmal simuliert</translation>
    </message>
    <message>
        <source>pipelines whose transfers share links are simulated separately</source>
        <translation>Pipelines, deren Übertragungen sich Links teilen, werden getrennt simuliert</translation>
    </message>
    <message>
        <source>only some of the identical pipelines average gradients together, so each is simulated separately</source>
        <translation>Gradienten werden von einem Teil der gleichen Pipelines gemittelt, deshalb werden sie getrennt simuliert</translation>
    </message>
    <message>
        <source>micro-batches that repeat exactly are simulated once; rows show the total of their times</source>
        <translation>Micro-Batches, deren Arbeit sich auf den Tick wiederholt, werden einmal simuliert; die Zeilen zeigen die Summen ihrer Zeiten</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <source>query down</source>
        <translation>Query, herab</translation>
    </message>
    <message>
        <source>query up</source>
        <translation>Query, herauf</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Query</translation>
    </message>
    <message>
        <source>key-value down</source>
        <translation>Key-Value, herab</translation>
    </message>
    <message>
        <source>key-value up</source>
        <translation>Key-Value, herauf</translation>
    </message>
    <message>
        <source>query-key-value</source>
        <translation>Query-Key-Value</translation>
    </message>
    <message>
        <source>attention output</source>
        <translation>Attention-Ausgabe</translation>
    </message>
    <message>
        <source>attention (fused)</source>
        <translation>Attention (fusioniert)</translation>
    </message>
    <message>
        <source>attention (scores and values)</source>
        <translation>Attention (Scores und Values)</translation>
    </message>
    <message>
        <source>softmax and dropout</source>
        <translation>Softmax und Dropout</translation>
    </message>
    <message>
        <source>norm and residual (attention)</source>
        <translation>Norm und Residuum (Attention)</translation>
    </message>
    <message>
        <source>rotary embedding and layout</source>
        <translation>Rotary Embedding und Layout</translation>
    </message>
    <message>
        <source>mixer input</source>
        <translation>Eingang des Mixers</translation>
    </message>
    <message>
        <source>short convolution</source>
        <translation>kurze Faltung</translation>
    </message>
    <message>
        <source>gated delta rule</source>
        <translation>Gated Delta Rule</translation>
    </message>
    <message>
        <source>state-space scan</source>
        <translation>Zustandsraum-Scan</translation>
    </message>
    <message>
        <source>gated norm</source>
        <translation>Norm mit Gate</translation>
    </message>
    <message>
        <source>mixer output</source>
        <translation>Ausgang des Mixers</translation>
    </message>
    <message>
        <source>norm and residual (MLP)</source>
        <translation>Norm und Residuum (MLP)</translation>
    </message>
    <message>
        <source>MLP up</source>
        <translation>MLP, herauf</translation>
    </message>
    <message>
        <source>activation function</source>
        <translation>Aktivierungsfunktion</translation>
    </message>
    <message>
        <source>MLP down</source>
        <translation>MLP, herab</translation>
    </message>
    <message>
        <source>router</source>
        <translation>Router</translation>
    </message>
    <message>
        <source>permute and unpermute</source>
        <translation>Permutieren und zurück</translation>
    </message>
    <message>
        <source>experts up</source>
        <translation>Experten, herauf</translation>
    </message>
    <message>
        <source>expert activation</source>
        <translation>Aktivierung der Experten</translation>
    </message>
    <message>
        <source>experts down</source>
        <translation>Experten, herab</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>Letzte Norm</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>%1, input gradient</source>
        <translation>%1, Eingabegradient</translation>
    </message>
    <message>
        <source>%1, weight gradient</source>
        <translation>%1, Gewichtsgradient</translation>
    </message>
    <message>
        <source>TP all-gather</source>
        <translation>TP-All-Gather</translation>
    </message>
    <message>
        <source>TP reduce-scatter</source>
        <translation>TP-Reduce-Scatter</translation>
    </message>
    <message>
        <source>TP all-reduce</source>
        <translation>TP-All-Reduce</translation>
    </message>
    <message>
        <source>expert all-to-all</source>
        <translation>Experten-All-to-All</translation>
    </message>
    <message>
        <source>ring attention</source>
        <translation>Ring-Attention</translation>
    </message>
    <message>
        <source>exchange of sequences</source>
        <translation>Austausch von Sequenzen</translation>
    </message>
    <message>
        <source>weights exceed memory by %1 on %2</source>
        <translation>Gewichte überschreiten den Speicher von %2 um %1</translation>
    </message>
    <message>
        <source>gradients exceed memory by %1 on %2</source>
        <translation>Gradienten überschreiten den Speicher von %2 um %1</translation>
    </message>
    <message>
        <source>optimizer state exceeds memory by %1 on %2</source>
        <translation>der Zustand des Optimierers überschreitet den Speicher von %2 um %1</translation>
    </message>
    <message>
        <source>activations exceed memory by %1 on %2</source>
        <translation>Aktivierungen überschreiten den Speicher von %2 um %1</translation>
    </message>
    <message>
        <source>logits exceed memory by %1 on %2</source>
        <translation>Logits überschreiten den Speicher von %2 um %1</translation>
    </message>
    <message>
        <source>buffers exceed memory by %1 on %2</source>
        <translation>Puffer überschreiten den Speicher von %2 um %1</translation>
    </message>
    <message>
        <source>reserve exceeds memory by %1 on %2</source>
        <translation>die Reserve überschreitet den Speicher von %2 um %1</translation>
    </message>
    <message>
        <source>%1 %2 of %3 (%4 of %5)</source>
        <translation>%1 %2 von %3 (%4 von %5)</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <translation>%1 %2 von %3</translation>
    </message>
    <message>
        <source>1 chunk of a micro-batch in flight</source>
        <translation>1 Chunk eines Micro-Batchs unterwegs</translation>
    </message>
    <message>
        <source>1 micro-batch in flight</source>
        <translation>1 Micro-Batch unterwegs</translation>
    </message>
    <message>
        <source>%1 chunks of micro-batches in flight</source>
        <translation>%1 Chunks von Micro-Batches unterwegs</translation>
    </message>
    <message>
        <source>%1 micro-batches in flight</source>
        <translation>%1 Micro-Batches unterwegs</translation>
    </message>
    <message>
        <source>%1: %2, max from %3 on</source>
        <translation>%1: %2, Maximum ab %3</translation>
    </message>
    <message>
        <source>%1; %2 with %3 more, max from %4 on</source>
        <translation>%1; %2 mit weiteren %3, Maximum ab %4</translation>
    </message>
    <message>
        <source>a waiting device draws %1 of its power limit (unsourced estimate)</source>
        <translation>ein wartendes Gerät nimmt %1 seiner Maximalleistung auf (Schätzung ohne Quelle)</translation>
    </message>
    <message>
        <source>hosts and switches draw %1 all the time; the site draws %2 times what its machines do (PUE)</source>
        <translation>Hosts und Switches nehmen ständig %1 auf; der Standort nimmt das %2-Fache seiner Maschinen auf (PUE)</translation>
    </message>
    <message>
        <source>what is offloaded exceeds memory by %1 in the host of %2</source>
        <translation>Ausgelagertes überschreitet den Speicher um %1 im Host von %2</translation>
    </message>
    <message>
        <source>norm and residual (attention to encoder)</source>
        <translation>Norm und Residuum (Attention auf den Encoder)</translation>
    </message>
    <message>
        <source>query to encoder</source>
        <translation>Query an den Encoder</translation>
    </message>
    <message>
        <source>key-value of encoder</source>
        <translation>Key-Value des Encoders</translation>
    </message>
    <message>
        <source>attention to encoder</source>
        <translation>Attention auf den Encoder</translation>
    </message>
    <message>
        <source>output of attention to encoder</source>
        <translation>Ausgang der Attention auf den Encoder</translation>
    </message>
    <message>
        <source>patch embedding</source>
        <translation>Patch-Embedding</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>Projektor</translation>
    </message>
    <message>
        <source>adapters down</source>
        <translation>Adapter hinab</translation>
    </message>
    <message>
        <source>adapters up</source>
        <translation>Adapter hinauf</translation>
    </message>
    <message>
        <source>dequantize weights</source>
        <translation>Gewichte dequantisieren</translation>
    </message>
    <message>
        <source>norms of prediction module</source>
        <translation>Normen des Vorhersagemoduls</translation>
    </message>
    <message>
        <source>projection of prediction module</source>
        <translation>Projektion des Vorhersagemoduls</translation>
    </message>
    <message>
        <source>all-gather of keys and values</source>
        <translation>All-Gather der Keys und Values</translation>
    </message>
    <message>
        <source>all-to-all of heads</source>
        <translation>All-to-All der Köpfe</translation>
    </message>
    <message>
        <source>nothing is known of what release %1 changes: as %2 was measured</source>
        <translation>was Version %1 ändert, ist nicht bekannt: wie %2 gemessen wurde</translation>
    </message>
</context>
<context>
    <name>SensitivityWords</name>
    <message>
        <source>Link %1</source>
        <translation>Verbindung %1</translation>
    </message>
    <message>
        <source>%1 links like %2</source>
        <translation>%1 Verbindungen wie %2</translation>
    </message>
    <message>
        <source>Links inside %1</source>
        <translation>Verbindungen in %1</translation>
    </message>
    <message>
        <source>Links inside %1 nodes like %2</source>
        <translation>Verbindungen in %1 Knoten wie %2</translation>
    </message>
    <message>
        <source>Speed of %1</source>
        <translation>Rechenleistung von %1</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>Speicher von %1</translation>
    </message>
    <message>
        <source>Number of %1</source>
        <translation>Anzahl von %1</translation>
    </message>
    <message>
        <source>does not matter</source>
        <translation>ohne Einfluss</translation>
    </message>
    <message>
        <source>nothing above %1 matters</source>
        <translation>über %1 ohne Einfluss</translation>
    </message>
    <message>
        <source>nothing above %1 matters, or less</source>
        <translation>über %1 oder weniger ohne Einfluss</translation>
    </message>
    <message>
        <source>%1 per GB/s</source>
        <translation>%1 pro GB/s</translation>
    </message>
    <message>
        <source>%1 per TFLOP/s</source>
        <translation>%1 pro TFLOP/s</translation>
    </message>
    <message>
        <source>%1 per GiB</source>
        <translation>%1 pro GiB</translation>
    </message>
    <message>
        <source>%1 for one more</source>
        <translation>%1 für eines mehr</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
</context>
<context>
    <name>SeveralPage</name>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>Switches</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Set for all</source>
        <translation>Für alle setzen</translation>
    </message>
    <message>
        <source>Speed of their devices</source>
        <translation>Tempo ihrer Geräte</translation>
    </message>
    <message>
        <source>Device speed, %</source>
        <translation>Gerätetempo, %</translation>
    </message>
    <message>
        <source>Bandwidth of their links</source>
        <translation>Bandbreite ihrer Links</translation>
    </message>
    <message>
        <source>Link bandwidth</source>
        <translation>Link-Bandbreite</translation>
    </message>
    <message>
        <source>Latency of their links</source>
        <translation>Latenz ihrer Links</translation>
    </message>
    <message>
        <source>Link latency</source>
        <translation>Link-Latenz</translation>
    </message>
    <message>
        <source>Links are the selected ones. “mixed” means that they differ; a new value sets all of them.</source>
        <translation>Gemeint sind die ausgewählten Links. „gemischt“ heißt, dass sie sich unterscheiden; ein neuer Wert gilt für alle.</translation>
    </message>
    <message>
        <source>Change the speed of %1 nodes</source>
        <translation>Tempo von %1 Knoten ändern</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>%1 Objekte</translation>
    </message>
    <message>
        <source>%1, mixed</source>
        <translation>%1, gemischt</translation>
    </message>
    <message>
        <source>Change the selected links</source>
        <translation>Ausgewählte Links ändern</translation>
    </message>
    <message>
        <source>Type of their devices</source>
        <translation>Typ ihrer Geräte</translation>
    </message>
    <message>
        <source>Device type</source>
        <translation>Gerätetyp</translation>
    </message>
    <message>
        <source>Latency of the switches</source>
        <translation>Latenz der Switches</translation>
    </message>
    <message>
        <source>Switch latency</source>
        <translation>Switch-Latenz</translation>
    </message>
    <message>
        <source>Change the devices of %1 nodes</source>
        <translation>Geräte von %1 Knoten ändern</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>gemischt</translation>
    </message>
    <message>
        <source>The shown plan does not use these devices.</source>
        <translation>Der gezeigte Plan nutzt diese Geräte nicht.</translation>
    </message>
    <message>
        <source>Change the selected switches</source>
        <translation>Ausgewählte Switches ändern</translation>
    </message>
    <message>
        <source>Nothing is changed; %1: %2</source>
        <translation>Nichts geändert; %1: %2</translation>
    </message>
    <message>
        <source>Power of the hosts</source>
        <translation>Leistung der Hosts</translation>
    </message>
    <message>
        <source>Host power</source>
        <translation>Hostleistung</translation>
    </message>
    <message>
        <source>Power of the switches</source>
        <translation>Leistung der Switches</translation>
    </message>
    <message>
        <source>Switch power</source>
        <translation>Switch-Leistung</translation>
    </message>
    <message>
        <source>Change the power of %1 nodes</source>
        <translation>Leistung von %1 Knoten ändern</translation>
    </message>
</context>
<context>
    <name>SpaceWords</name>
    <message>
        <source>samples by speed</source>
        <translation>Samples nach Tempo</translation>
    </message>
    <message>
        <source>TP by stage</source>
        <translation>TP je Stufe</translation>
    </message>
    <message>
        <source>recompute by stage</source>
        <translation>Neuberechnung je Stufe</translation>
    </message>
    <message>
        <source>unlike pipelines</source>
        <translation>ungleiche Pipelines</translation>
    </message>
    <message>
        <source>TP in one node and of one type, one for each type or, on up to 128 devices, by stage, PP, DP, micro-batch 1 to 16, every order of device types and TP, every number of stages of each, every cut of the layers</source>
        <translation>TP in einem Knoten und aus einem Typ, einer je Typ oder, auf bis zu 128 Geräten, je Stufe, PP, DP, Micro-Batch 1 bis 16, jede Reihenfolge der Gerätetypen und TP, jede Zahl ihrer Stufen, jede Aufteilung der Schichten</translation>
    </message>
    <message>
        <source>%1; 1F1B, interleaved 1F1B with 2 or 4 equal chunks, recompute, ZeRO 0/1</source>
        <translation>%1; 1F1B, verschachteltes 1F1B mit 2 oder 4 gleichen Chunks, Neuberechnung, ZeRO 0/1</translation>
    </message>
    <message>
        <source>%1; 1F1B, no recompute, no ZeRO: the part of space %2 with equal pipelines</source>
        <translation>%1; 1F1B, ohne Neuberechnung, ohne ZeRO: der Teil des Raums %2 mit gleichen Pipelines</translation>
    </message>
    <message>
        <source>the number of blocks is odd</source>
        <translation>die Zahl der Blöcke ist ungerade</translation>
    </message>
    <message>
        <source>embedding and head share a table</source>
        <translation>Einbettung und Kopf teilen eine Tabelle</translation>
    </message>
    <message>
        <source>the model has more than %1 blocks</source>
        <translation>das Modell hat mehr als %1 Blöcke</translation>
    </message>
    <message>
        <source>the model has blocks of several kinds</source>
        <translation>das Modell hat Blöcke verschiedener Art</translation>
    </message>
    <message>
        <source>%1 does not run %2</source>
        <translation>%1 kann %2 nicht ausführen</translation>
    </message>
    <message>
        <source>ZeRO-%1 with PP</source>
        <translation>ZeRO-%1 mit PP</translation>
    </message>
    <message>
        <source>%1 does not have ZeRO-%2 with pipeline stages</source>
        <translation>%1 hat kein ZeRO-%2 mit Pipelinestufen</translation>
    </message>
    <message>
        <source>%1 does not have ZeRO-%2</source>
        <translation>%1 hat kein ZeRO-%2</translation>
    </message>
    <message>
        <source>%1 does not share a stage between groups</source>
        <translation>%1 teilt keine Stufe auf mehrere Gruppen auf</translation>
    </message>
    <message>
        <source>%1 does not run stages with unlike TP</source>
        <translation>%1 kann keine Stufen mit ungleichem TP ausführen</translation>
    </message>
    <message>
        <source>%1 does not recompute otherwise in each stage</source>
        <translation>%1 kann nicht in jeder Stufe anderes neu berechnen</translation>
    </message>
    <message>
        <source>%1 does not run pipelines that differ</source>
        <translation>%1 kann keine ungleichen Pipelines ausführen</translation>
    </message>
    <message>
        <source>%1 does not have tensor parallelism</source>
        <translation>%1 hat keine Tensorparallelität</translation>
    </message>
    <message>
        <source>%1 does not have context parallelism</source>
        <translation>%1 hat keine Kontextparallelität</translation>
    </message>
    <message>
        <source>%1 does not have expert parallelism</source>
        <translation>%1 hat keine Expertenparallelität</translation>
    </message>
    <message>
        <source>%1 does not shard states over groups of replicas (HSDP)</source>
        <translation>%1 teilt Zustände nicht über Gruppen von Repliken auf (HSDP)</translation>
    </message>
    <message>
        <source>TP in one node and of one type, where the software of the job has it one for each type or, on up to 128 devices, by stage, PP, DP, micro-batches of every divisor up to 64, every order of device types and TP, every number of stages of each, every cut of the layers; what the software of the job runs, and the model can be cut for, of 1F1B, interleaved 1F1B with 2 or 4 equal chunks, GPipe, eager 1F1B, ZB-H1, ZB-H2, ZB-V, DualPipeV (with TP by stage on more than 32 devices the first two only) and ZeRO 0 to 3; in each stage what fits and takes least, in all of them the same where the software has no other setting, of no recompute, full recompute of some blocks and recompute of parts of all blocks; CP inside nodes and over up to 64 devices, with one TP, one for each of two types, of three on up to 128 devices, or by stage on up to 64; EP, ZeRO 2 and 3, and ZeRO 1 to 3 over the replicas of a part of a node or of some nodes (HSDP) with one TP or, on up to 128 devices, one for each of two or three types, or on up to 32 by stage; where all types have one TP, TP over two nodes and stages that mix types too, these with CP, EP and HSDP on up to 128 devices; where the software runs pipelines that differ, two or three types with pipelines of their own too (ZeRO 0 to 2; several chunks a stage, and EP inside nodes and across them, where the cluster has two types or up to 128 devices; CP inside nodes and over up to 64 devices on up to 128), and types that share the samples of one stage or, with ZeRO 0 to 2 on up to 128 devices, of each of several</source>
        <translation>TP in einem Knoten und von einem Typ, wo die Software des Auftrags es kann einer für jeden Typ oder, auf bis zu 128 Geräten, je Stufe, PP, DP, Micro-Batches jedes Teilers bis 64, jede Reihenfolge von Gerätetypen und TP, jede Anzahl Stufen von jedem, jeder Schnitt der Schichten; was die Software des Auftrags kann und wofür das Modell zu teilen ist von 1F1B, verschränktem 1F1B mit 2 oder 4 gleichen Chunks, GPipe, eager 1F1B, ZB-H1, ZB-H2, ZB-V, DualPipeV (mit TP je Stufe auf mehr als 32 Geräten nur die ersten beiden) und ZeRO 0 bis 3; in jeder Stufe, was passt und am wenigsten dauert, in allen dasselbe, wo die Software keine andere Einstellung hat: keine Neuberechnung, volle einiger Blöcke oder die von Teilen aller Blöcke; CP in Knoten und über bis zu 64 Geräte, mit einem TP, je einem für zwei Typen, auf bis zu 128 Geräten für drei, oder auf bis zu 64 je Stufe; EP, ZeRO 2 und 3 und ZeRO 1 bis 3 über die Repliken eines Teils eines Knotens oder einiger Knoten (HSDP) mit einem TP oder auf bis zu 128 Geräten je einem für zwei oder drei Typen oder auf bis zu 32 je Stufe; wo alle Typen einen TP haben, auch TP über zwei Knoten und Stufen mehrerer Typen, diese mit CP, EP und HSDP auf bis zu 128 Geräten; wo die Software ungleiche Pipelines kann, auch zwei oder drei Typen mit je eigenen Pipelines (ZeRO 0 bis 2; mehrere Stücke je Stufe sowie EP in Knoten und über sie hinweg, wo der Cluster zwei Typen oder bis zu 128 Geräte hat; CP in Knoten und über bis zu 64 Geräte auf bis zu 128), und Typen, die sich die Samples einer Stufe oder mit ZeRO 0 bis 2 auf bis zu 128 Geräten die jeder von mehreren teilen</translation>
    </message>
    <message>
        <source>recompute of parts</source>
        <translation>Neuberechnung von Teilen</translation>
    </message>
    <message>
        <source>%1 does not recompute these parts of a block</source>
        <translation>%1 berechnet diese Teile eines Blocks nicht einzeln neu</translation>
    </message>
</context>
<context>
    <name>StepWords</name>
    <message>
        <source>TP collectives</source>
        <translation>TP-Kollektive</translation>
    </message>
    <message>
        <source>PP transfers</source>
        <translation>PP-Transfers</translation>
    </message>
    <message>
        <source>DP synchronization</source>
        <translation>DP-Synchronisierung</translation>
    </message>
    <message>
        <source>CP exchange</source>
        <translation>CP-Austausch</translation>
    </message>
    <message>
        <source>EP all-to-all</source>
        <translation>EP-All-to-All</translation>
    </message>
    <message>
        <source>host time</source>
        <translation>Host-Zeit</translation>
    </message>
    <message>
        <source>and	%1 more</source>
        <translation>und	%1 weitere</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>TP of %1</source>
        <translation>TP von %1</translation>
    </message>
    <message>
        <source>CP of %1</source>
        <translation>CP von %1</translation>
    </message>
    <message>
        <source>EP of %1</source>
        <translation>EP von %1</translation>
    </message>
    <message>
        <source>DP of %1, %2 lanes</source>
        <translation>DP von %1, %2 Spuren</translation>
    </message>
    <message>
        <source>DP of %1</source>
        <translation>DP von %1</translation>
    </message>
    <message>
        <source>%1 flows</source>
        <translation>%1 Flüsse</translation>
    </message>
    <message>
        <source>%1, %2x slower</source>
        <translation>%1, %2x langsamer</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>input gradient</source>
        <translation>Eingabegradient</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>overhead</source>
        <translation>Zusatzaufwand</translation>
    </message>
    <message>
        <source>TP, exposed</source>
        <translation>TP, exponiert</translation>
    </message>
    <message>
        <source>PP, exposed</source>
        <translation>PP, exponiert</translation>
    </message>
    <message>
        <source>DP, exposed</source>
        <translation>DP, exponiert</translation>
    </message>
    <message>
        <source>CP, exposed</source>
        <translation>CP, exponiert</translation>
    </message>
    <message>
        <source>EP, exposed</source>
        <translation>EP, exponiert</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>straggler</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
</context>
<context>
    <name>Story</name>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>No sequence of these plans ever does all steps</source>
        <translation>Keine Folge dieser Pläne macht je alle Schritte</translation>
    </message>
    <message>
        <source>No switch pays: the best sequence is one plan</source>
        <translation>Kein Wechsel lohnt sich: die beste Folge ist ein Plan</translation>
    </message>
    <message>
        <source>Switching pays: no plan alone does the steps</source>
        <translation>Wechseln lohnt sich: kein Plan allein macht die Schritte</translation>
    </message>
    <message>
        <source>Switching pays: %1 over the best fixed plan</source>
        <translation>Wechseln lohnt sich: %1 über dem besten festen Plan</translation>
    </message>
    <message>
        <source>moves %1 over the links</source>
        <translation>bewegt %1 über die Links</translation>
    </message>
    <message>
        <source>moves %1 through the storage</source>
        <translation>bewegt %1 durch den Speicher</translation>
    </message>
    <message>
        <source>reads a checkpoint of %1</source>
        <translation>liest einen Checkpoint von %1</translation>
    </message>
    <message>
        <source>takes %1, gains %2, %3, %4</source>
        <translation>dauert %1, gewinnt %2, %3, %4</translation>
    </message>
    <message>
        <source>breaks even after %1</source>
        <translation>gleicht sich nach %1 aus</translation>
    </message>
    <message>
        <source>never breaks even</source>
        <translation>gleicht sich nie aus</translation>
    </message>
    <message>
        <source>best fixed plan</source>
        <translation>bester fester Plan</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>gierig</translation>
    </message>
    <message>
        <source>knows only the past</source>
        <translation>kennt nur die Vergangenheit</translation>
    </message>
    <message>
        <source>best sequence</source>
        <translation>beste Folge</translation>
    </message>
</context>
<context>
    <name>SwitchPage</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>beliebig viele</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Performs all-reduces</source>
        <translation>Summiert All-Reduces</translation>
    </message>
    <message>
        <source>Like SHARP: if all switches between at least three nodes do this, each node sends its sum once and receives the total once.</source>
        <translation>Wie SHARP: Wo alle Switches zwischen drei oder mehr Knoten es tun, sendet jeder Knoten seine Summe einmal und bekommt das Ergebnis einmal.</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Change the ports of %1</source>
        <translation>Ports von %1 ändern</translation>
    </message>
    <message>
        <source>Change the latency of %1</source>
        <translation>Latenz von %1 ändern</translation>
    </message>
    <message>
        <source>Let %1 perform all-reduces</source>
        <translation>%1 All-Reduces summieren lassen</translation>
    </message>
    <message>
        <source>Let %1 only forward</source>
        <translation>%1 nur weiterleiten lassen</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>Drag from one of its ports to a node.</source>
        <translation>Von einem seiner Ports zu einem Knoten ziehen.</translation>
    </message>
    <message>
        <source>Load of the busier direction in this step.</source>
        <translation>Last der stärker belegten Richtung in diesem Schritt.</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Drawn all the time. It counts towards the energy of every step.</source>
        <translation>Wird ständig aufgenommen und zählt zur Energie jedes Schritts.</translation>
    </message>
    <message>
        <source>Change the power of %1</source>
        <translation>Leistung von %1 ändern</translation>
    </message>
</context>
<context>
    <name>TermWords</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Memory at the peak</source>
        <translation>Speicher an der Spitze</translation>
    </message>
    <message>
        <source>Matrix products</source>
        <translation>Matrixprodukte</translation>
    </message>
    <message>
        <source>Expert products</source>
        <translation>Expertenprodukte</translation>
    </message>
    <message>
        <source>Attention core</source>
        <translation>Attention-Kern</translation>
    </message>
    <message>
        <source>Expert routing</source>
        <translation>Experten-Routing</translation>
    </message>
    <message>
        <source>Memory-bound operations</source>
        <translation>Speichergebundene Operationen</translation>
    </message>
    <message>
        <source>Measured layers</source>
        <translation>Gemessene Schichten</translation>
    </message>
    <message>
        <source>Adding gradients up</source>
        <translation>Aufsummieren der Gradienten</translation>
    </message>
    <message>
        <source>Host slower than the device</source>
        <translation>Host langsamer als das Gerät</translation>
    </message>
    <message>
        <source>Waiting for the slowest node</source>
        <translation>Warten auf den langsamsten Knoten</translation>
    </message>
    <message>
        <source>Scale of the calibration</source>
        <translation>Skala der Kalibrierung</translation>
    </message>
    <message>
        <source>Slowed device</source>
        <translation>Verlangsamtes Gerät</translation>
    </message>
    <message>
        <source>efficiency</source>
        <translation>Effizienz</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Update of the parameters</source>
        <translation>Aktualisierung der Parameter</translation>
    </message>
    <message>
        <source>Host work before each micro-batch</source>
        <translation>Host-Arbeit vor jedem Micro-Batch</translation>
    </message>
    <message>
        <source>Host work once a step</source>
        <translation>Host-Arbeit einmal je Schritt</translation>
    </message>
    <message>
        <source>Gathering and scattering weights in the passes</source>
        <translation>Sammeln und Verteilen der Gewichte in den Durchläufen</translation>
    </message>
    <message>
        <source>Waiting for others</source>
        <translation>Warten auf andere</translation>
    </message>
    <message>
        <source>Rounding up to picoseconds</source>
        <translation>Aufrunden auf Pikosekunden</translation>
    </message>
    <message>
        <source>Slowed beside communication or by rate curves</source>
        <translation>Gebremst neben Kommunikation oder durch Ratenkurven</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Untätig</translation>
    </message>
    <message>
        <source>Seen in the simulation</source>
        <translation>In der Simulation beobachtet</translation>
    </message>
    <message>
        <source>Micro-batches in flight</source>
        <translation>Micro-Batches unterwegs</translation>
    </message>
    <message>
        <source>Block being recomputed</source>
        <translation>Block in Neuberechnung</translation>
    </message>
    <message>
        <source>Blocks without recompute</source>
        <translation>Blöcke ohne Neuberechnung</translation>
    </message>
    <message>
        <source>Forward passes</source>
        <translation>Vorwärtsdurchläufe</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Backward passes</source>
        <translation>Rückwärtsdurchläufe</translation>
    </message>
    <message>
        <source>Input gradients</source>
        <translation>Eingabegradienten</translation>
    </message>
    <message>
        <source>Weight gradients</source>
        <translation>Gewichtsgradienten</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>Zusatzaufwand</translation>
    </message>
    <message>
        <source>Exposed TP communication</source>
        <translation>Exponierte TP-Kommunikation</translation>
    </message>
    <message>
        <source>Exposed pipeline communication</source>
        <translation>Exponierte Pipeline-Kommunikation</translation>
    </message>
    <message>
        <source>Exposed data-parallel communication</source>
        <translation>Exponierte datenparallele Kommunikation</translation>
    </message>
    <message>
        <source>Exposed CP communication</source>
        <translation>Exponierte CP-Kommunikation</translation>
    </message>
    <message>
        <source>Exposed EP communication</source>
        <translation>Exponierte EP-Kommunikation</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Straggler</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>Zustand des Optimierers</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>share of the peak that long sequences reach</source>
        <translation>Anteil der Spitze, den lange Sequenzen erreichen</translation>
    </message>
    <message>
        <source>full waves of output tiles</source>
        <translation>volle Wellen von Ausgabekacheln</translation>
    </message>
    <message>
        <source>enough rows</source>
        <translation>genug Zeilen</translation>
    </message>
    <message>
        <source>enough columns</source>
        <translation>genug Spalten</translation>
    </message>
    <message>
        <source>deep enough</source>
        <translation>tief genug</translation>
    </message>
    <message>
        <source>products of this software</source>
        <translation>Produkte dieser Software</translation>
    </message>
    <message>
        <source>many experts in one launch</source>
        <translation>viele Experten in einem Start</translation>
    </message>
    <message>
        <source>width is no multiple of 8</source>
        <translation>Breite ist kein Vielfaches von 8</translation>
    </message>
    <message>
        <source>kernels of this software</source>
        <translation>Kernel dieser Software</translation>
    </message>
    <message>
        <source>wide enough heads</source>
        <translation>genügend breite Heads</translation>
    </message>
    <message>
        <source>long enough sequence</source>
        <translation>genügend lange Sequenz</translation>
    </message>
    <message>
        <source>enough queries</source>
        <translation>genug Queries</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>Scores</translation>
    </message>
    <message>
        <source>bytes per score</source>
        <translation>Bytes je Score</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>cast</source>
        <translation>Umwandlung</translation>
    </message>
    <message>
        <source>memory bandwidth</source>
        <translation>Speicherbandbreite</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>products</source>
        <translation>Produkte</translation>
    </message>
    <message>
        <source>processors</source>
        <translation>Prozessoren</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Queries</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>measured backward</source>
        <translation>rückwärts gemessen</translation>
    </message>
    <message>
        <source>share of the gradient</source>
        <translation>Anteil des Gradienten</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>exposed</source>
        <translation>exponiert</translation>
    </message>
    <message>
        <source>beside host</source>
        <translation>neben dem Host</translation>
    </message>
    <message>
        <source>base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>bus-bandwidth factor</source>
        <translation>Bus-Bandbreiten-Faktor</translation>
    </message>
    <message>
        <source>contention</source>
        <translation>Konkurrenz</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>Wartezeiten</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>längste</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>simuliert</translation>
    </message>
    <message>
        <source>priced</source>
        <translation>berechnet</translation>
    </message>
    <message>
        <source>parameters held</source>
        <translation>gehaltene Parameter</translation>
    </message>
    <message>
        <source>parameters owned</source>
        <translation>eigene Parameter</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>Hidden</translation>
    </message>
    <message>
        <source>largest layer</source>
        <translation>größte Schicht</translation>
    </message>
    <message>
        <source>communicators</source>
        <translation>Kommunikatoren</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>unterwegs</translation>
    </message>
    <message>
        <source>at</source>
        <translation>bei</translation>
    </message>
    <message>
        <source>activations of a micro-batch</source>
        <translation>Aktivierungen eines Micro-Batchs</translation>
    </message>
    <message>
        <source>what is left while the device does not wait for the host anyway</source>
        <translation>was bleibt, solange das Gerät nicht ohnehin auf den Host wartet</translation>
    </message>
    <message>
        <source>software&apos;s part of a call</source>
        <translation>Anteil der Software an einem Aufruf</translation>
    </message>
    <message>
        <source>of the longest way</source>
        <translation>des längsten Wegs</translation>
    </message>
    <message>
        <source>of the longest way of any pair</source>
        <translation>des längsten Wegs aller Paare</translation>
    </message>
    <message>
        <source>steps inside a node, and one through the switches</source>
        <translation>Schritte im Knoten und einer durch die Switches</translation>
    </message>
    <message>
        <source>along a tree</source>
        <translation>entlang eines Baums</translation>
    </message>
    <message>
        <source>steps of a ring</source>
        <translation>Schritte eines Rings</translation>
    </message>
    <message>
        <source>no link</source>
        <translation>kein Link</translation>
    </message>
    <message>
        <source>bytes on that link for each byte</source>
        <translation>Bytes auf diesem Link je Byte</translation>
    </message>
    <message>
        <source>2 (n − 1) / n of an all-reduce</source>
        <translation>2 (n − 1) / n eines All-Reduce</translation>
    </message>
    <message>
        <source>(n − 1) / n of a gather or scatter</source>
        <translation>(n − 1) / n eines All-Gather oder Reduce-Scatter</translation>
    </message>
    <message>
        <source>whose state this device holds</source>
        <translation>deren Zustand dieses Gerät hält</translation>
    </message>
    <message>
        <source>by the compute precision</source>
        <translation>nach der Rechengenauigkeit</translation>
    </message>
    <message>
        <source>by the gradient precision</source>
        <translation>nach der Gradientengenauigkeit</translation>
    </message>
    <message>
        <source>by the ZeRO stage</source>
        <translation>nach der ZeRO-Stufe</translation>
    </message>
    <message>
        <source>moments and fp32 master copy</source>
        <translation>Momente und fp32-Masterkopie</translation>
    </message>
    <message>
        <source>of a micro-batch</source>
        <translation>eines Micro-Batchs</translation>
    </message>
    <message>
        <source>over TP</source>
        <translation>über TP</translation>
    </message>
    <message>
        <source>that ZeRO-3 gathers</source>
        <translation>die ZeRO-3 sammelt</translation>
    </message>
    <message>
        <source>context, runtime, allocator</source>
        <translation>Kontext, Laufzeit, Allokator</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>direkt</translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation>All-to-All</translation>
    </message>
    <message>
        <source>added up in switches</source>
        <translation>in Switches aufsummiert</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>hierarchical ring</source>
        <translation>hierarchischer Ring</translation>
    </message>
    <message>
        <source>catalog</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>calibration constant</source>
        <translation>Kalibrierkonstante</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>measured profile</source>
        <translation>gemessenes Profil</translation>
    </message>
    <message>
        <source>simulation</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>abgeleitet</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <source>head</source>
        <translation>Ausgabeschicht</translation>
    </message>
    <message>
        <source>dense blocks</source>
        <translation>dichte Blöcke</translation>
    </message>
    <message>
        <source>dense block</source>
        <translation>dichter Block</translation>
    </message>
    <message>
        <source>attention blocks</source>
        <translation>Attention-Blöcke</translation>
    </message>
    <message>
        <source>attention block</source>
        <translation>Attention-Block</translation>
    </message>
    <message>
        <source>dense sliding-window blocks</source>
        <translation>dichte Blöcke mit gleitendem Fenster</translation>
    </message>
    <message>
        <source>dense sliding-window block</source>
        <translation>dichter Block mit gleitendem Fenster</translation>
    </message>
    <message>
        <source>sliding-window blocks</source>
        <translation>Blöcke mit gleitendem Fenster</translation>
    </message>
    <message>
        <source>sliding-window block</source>
        <translation>Block mit gleitendem Fenster</translation>
    </message>
    <message>
        <source>sliding-window expert blocks</source>
        <translation>Expertenblöcke mit gleitendem Fenster</translation>
    </message>
    <message>
        <source>sliding-window expert block</source>
        <translation>Expertenblock mit gleitendem Fenster</translation>
    </message>
    <message>
        <source>sliding-window attention blocks</source>
        <translation>reine Attention-Blöcke mit gleitendem Fenster</translation>
    </message>
    <message>
        <source>sliding-window attention block</source>
        <translation>reiner Attention-Block mit gleitendem Fenster</translation>
    </message>
    <message>
        <source>dense linear-attention blocks</source>
        <translation>dichte Blöcke mit linearer Attention</translation>
    </message>
    <message>
        <source>dense linear-attention block</source>
        <translation>dichter Block mit linearer Attention</translation>
    </message>
    <message>
        <source>linear-attention blocks</source>
        <translation>Blöcke mit linearer Attention</translation>
    </message>
    <message>
        <source>linear-attention block</source>
        <translation>Block mit linearer Attention</translation>
    </message>
    <message>
        <source>linear-attention expert blocks</source>
        <translation>Expertenblöcke mit linearer Attention</translation>
    </message>
    <message>
        <source>linear-attention expert block</source>
        <translation>Expertenblock mit linearer Attention</translation>
    </message>
    <message>
        <source>linear-attention blocks without MLP</source>
        <translation>Blöcke mit linearer Attention ohne MLP</translation>
    </message>
    <message>
        <source>linear-attention block without MLP</source>
        <translation>Block mit linearer Attention ohne MLP</translation>
    </message>
    <message>
        <source>state-space blocks with MLP</source>
        <translation>Zustandsraum-Blöcke mit MLP</translation>
    </message>
    <message>
        <source>state-space block with MLP</source>
        <translation>Zustandsraum-Block mit MLP</translation>
    </message>
    <message>
        <source>state-space expert blocks</source>
        <translation>Zustandsraum-Blöcke mit Experten</translation>
    </message>
    <message>
        <source>state-space expert block</source>
        <translation>Zustandsraum-Block mit Experten</translation>
    </message>
    <message>
        <source>state-space blocks</source>
        <translation>Zustandsraum-Blöcke</translation>
    </message>
    <message>
        <source>state-space block</source>
        <translation>Zustandsraum-Block</translation>
    </message>
    <message>
        <source>MLP blocks</source>
        <translation>MLP-Blöcke</translation>
    </message>
    <message>
        <source>MLP block</source>
        <translation>MLP-Block</translation>
    </message>
    <message>
        <source>expert blocks without mixer</source>
        <translation>Expertenblöcke ohne Mixer</translation>
    </message>
    <message>
        <source>expert block without mixer</source>
        <translation>Expertenblock ohne Mixer</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>expert blocks</source>
        <translation>Expertenblöcke</translation>
    </message>
    <message>
        <source>expert block</source>
        <translation>Expertenblock</translation>
    </message>
    <message>
        <source>After the last work</source>
        <translation>Nach der letzten Arbeit</translation>
    </message>
    <message>
        <source>this device</source>
        <translation>dieses Gerät</translation>
    </message>
    <message>
        <source>Communication awaited in the forward pass of %1</source>
        <translation>Kommunikation im Vorwärtsdurchlauf von %1 erwartet</translation>
    </message>
    <message>
        <source>Waiting for the forward pass of %1</source>
        <translation>Warten auf den Vorwärtsdurchlauf von %1</translation>
    </message>
    <message>
        <source>Communication awaited in the input gradient of %1</source>
        <translation>Kommunikation im Eingabegradienten von %1 erwartet</translation>
    </message>
    <message>
        <source>Waiting for the input gradient of %1</source>
        <translation>Warten auf den Eingabegradienten von %1</translation>
    </message>
    <message>
        <source>Communication awaited in the backward pass of %1</source>
        <translation>Kommunikation im Rückwärtsdurchlauf von %1 erwartet</translation>
    </message>
    <message>
        <source>Waiting for the backward pass of %1</source>
        <translation>Warten auf den Rückwärtsdurchlauf von %1</translation>
    </message>
    <message>
        <source>Communication awaited in the last work of %1</source>
        <translation>Kommunikation in der letzten Arbeit von %1 erwartet</translation>
    </message>
    <message>
        <source>Waiting for the last work of %1</source>
        <translation>Warten auf die letzte Arbeit von %1</translation>
    </message>
    <message>
        <source>accumulate gradients</source>
        <translation>Gradienten aufsummieren</translation>
    </message>
    <message>
        <source>host issues kernels</source>
        <translation>Host startet Kernel</translation>
    </message>
    <message>
        <source>%1, forward</source>
        <translation>%1, vorwärts</translation>
    </message>
    <message>
        <source>%1, backward</source>
        <translation>%1, rückwärts</translation>
    </message>
    <message>
        <source>%1, recomputed</source>
        <translation>%1, neu berechnet</translation>
    </message>
    <message>
        <source>share of the %1 peak that large products reach</source>
        <translation>Anteil der %1-Spitze, den große Produkte erreichen</translation>
    </message>
    <message>
        <source>Scatter of a layer&apos;s gradients</source>
        <translation>Reduce-Scatter der Gradienten einer Schicht</translation>
    </message>
    <message>
        <source>Gather of a layer&apos;s weights</source>
        <translation>All-Gather der Gewichte einer Schicht</translation>
    </message>
    <message>
        <source>Reduce-scatter of gradients</source>
        <translation>Reduce-Scatter der Gradienten</translation>
    </message>
    <message>
        <source>All-reduce of gradients</source>
        <translation>All-Reduce der Gradienten</translation>
    </message>
    <message>
        <source>Gather of updated weights</source>
        <translation>All-Gather der neuen Gewichte</translation>
    </message>
    <message>
        <source>Gradient from %1</source>
        <translation>Gradient von %1</translation>
    </message>
    <message>
        <source>Activation from %1</source>
        <translation>Aktivierung von %1</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 × %2 micro-batches</source>
        <translation>%1 × %2 Micro-Batches</translation>
    </message>
    <message>
        <source>%1 layers, %2</source>
        <translation>%1 Schichten, %2</translation>
    </message>
    <message>
        <source>%1, %2 buckets beside the passes</source>
        <translation>%1, %2 Buckets neben den Durchläufen</translation>
    </message>
    <message>
        <source>%1, shares its links with others</source>
        <translation>%1, teilt seine Links mit anderen</translation>
    </message>
    <message>
        <source>%1 passes</source>
        <translation>%1 Durchläufe</translation>
    </message>
    <message>
        <source>1 wait</source>
        <translation>1 Wartezeit</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1 Wartezeiten</translation>
    </message>
    <message>
        <source>narrowest: %1, %2 &gt; %3</source>
        <translation>engster: %1, %2 &gt; %3</translation>
    </message>
    <message>
        <source>sum of what the device does and what it waits for</source>
        <translation>Summe dessen, was das Gerät tut und worauf es wartet</translation>
    </message>
    <message>
        <source>sum of the parts</source>
        <translation>Summe der Teile</translation>
    </message>
    <message>
        <source>sum of the simulated waits</source>
        <translation>Summe der simulierten Wartezeiten</translation>
    </message>
    <message>
        <source>product of its factors</source>
        <translation>Produkt seiner Faktoren</translation>
    </message>
    <message>
        <source>openAttention where the stack calls open kernels, else 1</source>
        <translation>openAttention, wo der Stack offene Kernel aufruft, sonst 1</translation>
    </message>
    <message>
        <source>(measured backward − recompute it contains) · share of the gradient</source>
        <translation>(rückwärts gemessen − enthaltene Neuberechnung) · Anteil des Gradienten</translation>
    </message>
    <message>
        <source>per pass: max(0, gather − compute) + contention · min(gather, compute)</source>
        <translation>je Durchlauf: max(0, Sammeln − Rechnen) + Konkurrenz · min(Sammeln, Rechnen)</translation>
    </message>
    <message>
        <source>held at the peak</source>
        <translation>an der Spitze gehalten</translation>
    </message>
    <message>
        <source>reserve of the software stack</source>
        <translation>Reserve des Software-Stacks</translation>
    </message>
    <message>
        <source>in flight at the peak + a block that is recomputed</source>
        <translation>an der Spitze unterwegs + ein Block in Neuberechnung</translation>
    </message>
    <message>
        <source>activations of one block that are not kept</source>
        <translation>nicht behaltene Aktivierungen eines Blocks</translation>
    </message>
    <message>
        <source>activations of a micro-batch, chunk %1</source>
        <translation>Aktivierungen eines Micro-Batchs, Chunk %1</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>Klasse %1</translation>
    </message>
    <message>
        <source>stack %1</source>
        <translation>Stack %1</translation>
    </message>
    <message>
        <source>(w / ⌈w⌉)^waveLoss with w = products · ⌈m / %1⌉ · ⌈n / %2⌉ / processors</source>
        <translation>(w / ⌈w⌉)^waveLoss mit w = Produkte · ⌈m / %1⌉ · ⌈n / %2⌉ / Prozessoren</translation>
    </message>
    <message>
        <source>encoder blocks</source>
        <translation>Encoder-Blöcke</translation>
    </message>
    <message>
        <source>encoder block</source>
        <translation>Encoder-Block</translation>
    </message>
    <message>
        <source>decoder blocks</source>
        <translation>Decoder-Blöcke</translation>
    </message>
    <message>
        <source>decoder block</source>
        <translation>Decoder-Block</translation>
    </message>
    <message>
        <source>vision blocks</source>
        <translation>Bild-Blöcke</translation>
    </message>
    <message>
        <source>vision block</source>
        <translation>Bild-Block</translation>
    </message>
    <message>
        <source>scaling recipe of fp8 and fp4</source>
        <translation>Skalierung von fp8 und fp4</translation>
    </message>
    <message>
        <source>of a protocol for short messages, and what its lower rate costs</source>
        <translation>eines Protokolls für kurze Nachrichten, und was seine kleinere Rate kostet</translation>
    </message>
</context>
<context>
    <name>TimelineText</name>
    <message>
        <source>CP exchange</source>
        <translation>CP-Austausch</translation>
    </message>
    <message>
        <source>EP all-to-all</source>
        <translation>EP-All-to-All</translation>
    </message>
    <message>
        <source>on the critical path	%1, %2 = %3 of it</source>
        <translation>auf dem kritischen Pfad	%1, %2 = %3 davon</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>load	%1 of %2, %3</source>
        <translation>Last	%1 von %2, %3</translation>
    </message>
    <message>
        <source>load	down</source>
        <translation>Last	ausgefallen</translation>
    </message>
    <message>
        <source>in the whole step	%1, %2 of its capacity</source>
        <translation>im ganzen Schritt	%1, %2 der Kapazität</translation>
    </message>
    <message>
        <source>max at once	%1</source>
        <translation>höchstens zugleich	%1</translation>
    </message>
    <message>
        <source>equal load	%1 links like %2</source>
        <translation>gleich belastet	%1 Links, wie %2</translation>
    </message>
    <message>
        <source>%1 lanes</source>
        <translation>%1 Spuren</translation>
    </message>
    <message>
        <source>1 lane</source>
        <translation>1 Spur</translation>
    </message>
    <message>
        <source> · 1 device each</source>
        <translation> · je 1 Gerät</translation>
    </message>
    <message>
        <source> · %1 devices each</source>
        <translation> · je %1 Geräte</translation>
    </message>
    <message>
        <source>whole step</source>
        <translation>ganzer Schritt</translation>
    </message>
    <message>
        <source>Critical path · %1</source>
        <translation>Kritischer Pfad · %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>PP send</source>
        <translation>PP-Senden</translation>
    </message>
    <message>
        <source>DP</source>
        <translation>DP</translation>
    </message>
    <message>
        <source>CP, EP</source>
        <translation>CP, EP</translation>
    </message>
    <message>
        <source>waiting for a link</source>
        <translation>wartet auf einen Link</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>%1 busiest of %2</source>
        <translation>%1 vollste von %2</translation>
    </message>
    <message>
        <source>busiest first</source>
        <translation>vollste zuerst</translation>
    </message>
    <message>
        <source>full height = capacity</source>
        <translation>volle Höhe = Kapazität</translation>
    </message>
    <message>
        <source>several flows at once</source>
        <translation>mehrere Flüsse zugleich</translation>
    </message>
    <message>
        <source>the optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source> of micro-batch %1</source>
        <translation> von Micro-Batch %1</translation>
    </message>
    <message>
        <source>the gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>the activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Waited %1 for the transfer of %2%3</source>
        <translation>%1 auf die Übertragung gewartet: %2%3</translation>
    </message>
    <message>
        <source>Waited %1 until %2 had received %3 of micro-batch %4</source>
        <translation>%1 gewartet, bis %2 %3 von Micro-Batch %4 empfangen hatte</translation>
    </message>
    <message>
        <source>Waited %1 for %2%3 from %4</source>
        <translation>%1 gewartet auf %2%3 von %4</translation>
    </message>
    <message>
        <source>Waited %1 for its tensor-parallel group%2</source>
        <translation>%1 auf die tensorparallele Gruppe gewartet%2</translation>
    </message>
    <message>
        <source>Waited %1 for gradients and weights of the other replicas</source>
        <translation>%1 auf Gradienten und Gewichte der anderen Repliken gewartet</translation>
    </message>
    <message>
        <source>Waited %1 for its context-parallel group%2</source>
        <translation>%1 auf die kontextparallele Gruppe gewartet%2</translation>
    </message>
    <message>
        <source>Waited %1 for experts on other devices%2</source>
        <translation>%1 auf Experten auf anderen Geräten gewartet%2</translation>
    </message>
    <message>
        <source>%1, stage %2</source>
        <translation>%1, Stufe %2</translation>
    </message>
    <message>
        <source>%1 · micro-batch %2 · %3 from %4</source>
        <translation>%1 · Micro-Batch %2 · %3 ab %4</translation>
    </message>
    <message>
        <source>%1 · %2 from %3</source>
        <translation>%1 · %2 ab %3</translation>
    </message>
    <message>
        <source>, chunk %1 of %2</source>
        <translation>, Chunk %1 von %2</translation>
    </message>
    <message>
        <source>%1 on %2%3</source>
        <translation>%1 auf %2%3</translation>
    </message>
    <message>
        <source>operation	%1</source>
        <translation>Operation	%1</translation>
    </message>
    <message>
        <source>follows	%1 here</source>
        <translation>folgt auf	%1 hier</translation>
    </message>
    <message>
        <source>waited for	%1 of %2</source>
        <translation>wartete auf	%1 von %2</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>Optimierungsschritt</translation>
    </message>
    <message>
        <source>Host overhead</source>
        <translation>Zusatzaufwand des Hosts</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>Straggler %1: a slowed-down device is behind</source>
        <translation>Nachzügler %1: ein gebremstes Gerät hängt zurück</translation>
    </message>
    <message>
        <source>Straggler %1: %2 of %3 is slowed down</source>
        <translation>Nachzügler %1: %2 von %3 ist gebremst</translation>
    </message>
    <message>
        <source>Bubble %1: no work left before the step ends</source>
        <translation>Bubble %1: bis zum Ende des Schritts bleibt keine Arbeit</translation>
    </message>
    <message>
        <source>Bubble %1: waits for %2 of %3 to finish</source>
        <translation>Bubble %1: wartet, bis %2 von %3 fertig ist</translation>
    </message>
    <message>
        <source>gap on	%1</source>
        <translation>Lücke auf	%1</translation>
    </message>
    <message>
        <source>from	%1</source>
        <translation>ab	%1</translation>
    </message>
    <message>
        <source>counted as	%1 %2</source>
        <translation>gezählt als	%1 %2</translation>
    </message>
    <message>
        <source>transfer	%1 in %2</source>
        <translation>Übertragung	%1 in %2</translation>
    </message>
    <message>
        <source>on average	%1</source>
        <translation>im Mittel	%1</translation>
    </message>
    <message>
        <source>hidden before the wait	%1</source>
        <translation>vor dem Warten verdeckt	%1</translation>
    </message>
    <message>
        <source>Idle %1: not used by the plan</source>
        <translation>Untätig %1: vom Plan nicht genutzt</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>TP collective</source>
        <translation>TP-Kollektiv</translation>
    </message>
    <message>
        <source>Sends %1%2</source>
        <translation>Sendet %1%2</translation>
    </message>
    <message>
        <source> to %1</source>
        <translation> an %1</translation>
    </message>
    <message>
        <source>Receives %1%2</source>
        <translation>Empfängt %1%2</translation>
    </message>
    <message>
        <source> from %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <source>Averages gradients with the other replicas</source>
        <translation>Mittelt Gradienten mit den anderen Repliken</translation>
    </message>
    <message>
        <source>Gathers weights from the other replicas</source>
        <translation>Sammelt Gewichte von den anderen Repliken</translation>
    </message>
    <message>
        <source>sum of	%1 micro-batches that repeat</source>
        <translation>Summe von	%1 Micro-Batches, die sich wiederholen</translation>
    </message>
    <message>
        <source>micro-batch	%1</source>
        <translation>Micro-Batch	%1</translation>
    </message>
    <message>
        <source>carries	%1</source>
        <translation>überträgt	%1</translation>
    </message>
    <message>
        <source>hidden behind work	%1 of it</source>
        <translation>hinter Arbeit verdeckt	%1 davon</translation>
    </message>
    <message>
        <source>Memory %1 of %2 at %3</source>
        <translation>Speicher %1 von %2 bei %3</translation>
    </message>
    <message>
        <source>Memory %1 at %2</source>
        <translation>Speicher %1 bei %2</translation>
    </message>
    <message>
        <source>each device of	%1, stage %2</source>
        <translation>jedes Gerät von	%1, Stufe %2</translation>
    </message>
    <message>
        <source>in the whole step	%1</source>
        <translation>den ganzen Schritt lang	%1</translation>
    </message>
    <message>
        <source>%1 in flight now	%2</source>
        <translation>%1 jetzt unterwegs	%2</translation>
    </message>
    <message>
        <source>beyond the capacity	%1</source>
        <translation>über der Kapazität	%1</translation>
    </message>
    <message>
        <source>Peak: %1</source>
        <translation>Spitze: %1</translation>
    </message>
    <message>
        <source>%1 · busy %2 · bubble %3</source>
        <translation>%1 · aktiv %2 · Bubble %3</translation>
    </message>
    <message>
        <source>%1 of %2 events</source>
        <translation>%1 / %2 Ereignisse</translation>
    </message>
    <message>
        <source>%1 of %2 events in view</source>
        <translation>%1 / %2 Ereignisse im Bild</translation>
    </message>
    <message>
        <source>, %1 merged</source>
        <translation>, %1 vereint</translation>
    </message>
    <message>
        <source> · bubble %1 = %2 / %3%4</source>
        <translation> · Bubble %1 = %2 / %3%4</translation>
    </message>
    <message>
        <source> of devices</source>
        <translation> der Geräte</translation>
    </message>
    <message>
        <source>over	%1</source>
        <translation>über	%1</translation>
    </message>
    <message>
        <source>over	%1, %2 shared with 1 flow</source>
        <translation>über	%1, zu %2 mit 1 Fluss geteilt</translation>
    </message>
    <message>
        <source>over	%1, %2 shared with %3 flows</source>
        <translation>über	%1, zu %2 mit %3 Flüssen geteilt</translation>
    </message>
    <message>
        <source>Replica %1</source>
        <translation>Replik %1</translation>
    </message>
    <message>
        <source>PP receive</source>
        <translation>PP-Empfang</translation>
    </message>
    <message>
        <source>CP</source>
        <translation>CP</translation>
    </message>
    <message>
        <source>EP</source>
        <translation>EP</translation>
    </message>
    <message>
        <source>%1 · %2 lanes</source>
        <translation>%1 · %2 Spuren</translation>
    </message>
    <message>
        <source>most busy: %1</source>
        <translation>am meisten beschäftigt: %1</translation>
    </message>
    <message>
        <source>least busy: %1</source>
        <translation>am wenigsten beschäftigt: %1</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>1 marker</source>
        <translation>1 Markierung</translation>
    </message>
    <message>
        <source>%1 markers</source>
        <translation>%1 Markierungen</translation>
    </message>
    <message>
        <source>in the host	%1, of it %2 activations</source>
        <translation>im Host	%1, davon %2 Aktivierungen</translation>
    </message>
    <message>
        <source>in the host	%1</source>
        <translation>im Host	%1</translation>
    </message>
</context>
<context>
    <name>TraceWords</name>
    <message>
        <source>forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>EP</source>
        <translation>EP</translation>
    </message>
    <message>
        <source>CP</source>
        <translation>CP</translation>
    </message>
    <message>
        <source>PP</source>
        <translation>PP</translation>
    </message>
    <message>
        <source>DP</source>
        <translation>DP</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>Kollektive</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>TP, not hidden</source>
        <translation>TP, nicht verdeckt</translation>
    </message>
    <message>
        <source>EP, not hidden</source>
        <translation>EP, nicht verdeckt</translation>
    </message>
    <message>
        <source>CP, not hidden</source>
        <translation>CP, nicht verdeckt</translation>
    </message>
    <message>
        <source>DP, not hidden</source>
        <translation>DP, nicht verdeckt</translation>
    </message>
    <message>
        <source>collectives, not hidden</source>
        <translation>Kollektive, nicht verdeckt</translation>
    </message>
    <message>
        <source>pipeline: PP and bubbles</source>
        <translation>Pipeline: PP und Bubbles</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>Warten</translation>
    </message>
</context>
<context>
    <name>WhatIfWords</name>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>Hidden Size</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP-Breite</translation>
    </message>
    <message>
        <source>Width of an expert</source>
        <translation>Breite eines Experten</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Latency of link %1</source>
        <translation>Latenz der Verbindung %1</translation>
    </message>
    <message>
        <source>Latency of %1 links like %2</source>
        <translation>Latenz von %1 Verbindungen wie %2</translation>
    </message>
    <message>
        <source>Latency inside %1</source>
        <translation>Latenz in %1</translation>
    </message>
    <message>
        <source>Latency inside %1 nodes like %2</source>
        <translation>Latenz in %1 Knoten wie %2</translation>
    </message>
    <message>
        <source>Peak of %1</source>
        <translation>Spitzenleistung von %1</translation>
    </message>
    <message>
        <source>Memory bandwidth of %1</source>
        <translation>Speicherbandbreite von %1</translation>
    </message>
    <message>
        <source>Power of %1</source>
        <translation>Leistungsaufnahme von %1</translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation>Preis von %1</translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>%1 je Stunde</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Links between nodes</source>
        <translation>Verbindungen zwischen Knoten</translation>
    </message>
    <message>
        <source>Links inside nodes</source>
        <translation>Verbindungen in Knoten</translation>
    </message>
    <message>
        <source>Device types</source>
        <translation>Gerätetypen</translation>
    </message>
    <message>
        <source>Numbers of nodes</source>
        <translation>Anzahl der Knoten</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>Attention-Köpfe</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Experts of a token</source>
        <translation>Experten eines Tokens</translation>
    </message>
</context>
<context>
    <name>heteroscope::AudienceView</name>
    <message>
        <source>Presentation</source>
        <translation>Präsentation</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::BreakdownBar</name>
    <message>
        <source>Step time of this device by cause</source>
        <translation>Schrittzeit dieses Geräts nach Ursachen</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2 = %3 of the step</source>
        <translation>%1: %2 = %3 des Schritts</translation>
    </message>
</context>
<context>
    <name>heteroscope::BreakdownModel</name>
    <message>
        <source>%1: %2, %3 of %4</source>
        <translation>%1: %2, %3 von: %4</translation>
    </message>
    <message>
        <source>the memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>the step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Term</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Ort</translation>
    </message>
</context>
<context>
    <name>heteroscope::BreakdownView</name>
    <message>
        <source>Search terms</source>
        <translation>Terme suchen</translation>
    </message>
    <message>
        <source>Search the breakdown</source>
        <translation>Zerlegung durchsuchen</translation>
    </message>
    <message>
        <source>Terms of the step and of the memory</source>
        <translation>Terme des Schritts und des Speichers</translation>
    </message>
    <message>
        <source>The breakdown appears with the first simulated step.</source>
        <translation>Die Zerlegung erscheint mit dem ersten simulierten Schritt.</translation>
    </message>
    <message>
        <source>This step cannot be opened: %1</source>
        <translation>Dieser Schritt lässt sich nicht zerlegen: %1</translation>
    </message>
    <message>
        <source>stage %1, replica %2</source>
        <translation>Stufe %1, Replik %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; &amp;nbsp;%2 &amp;nbsp;&lt;span style=&apos;color:%3&apos;&gt;%4&lt;/span&gt;</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; &amp;nbsp;%2 &amp;nbsp;&lt;span style=&apos;color:%3&apos;&gt;%4&lt;/span&gt;</translation>
    </message>
    <message>
        <source>the busiest lane; select another to open it</source>
        <translation>vollste Spur; andere wählbar</translation>
    </message>
</context>
<context>
    <name>heteroscope::CalibrationImport</name>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>Step on show: %1 with the constants in use, %2 with these</source>
        <translation>Gezeigter Schritt: %1 mit den verwendeten Konstanten, %2 mit diesen</translation>
    </message>
    <message>
        <source>There is no step on show to compare.</source>
        <translation>Es wird kein Schritt gezeigt, der sich vergleichen ließe.</translation>
    </message>
    <message>
        <source>Measured kernels (%1): mean error %2 with the shipped constants, %3 with these</source>
        <translation>Gemessene Kernel (%1): mittlerer Fehler %2 mit den mitgelieferten Konstanten, %3 mit diesen</translation>
    </message>
    <message>
        <source>Measured collectives (%1): mean error %2 with the shipped constants, %3 with these</source>
        <translation>Gemessene kollektive Operationen (%1): mittlerer Fehler %2 mit den mitgelieferten Konstanten, %3 mit diesen</translation>
    </message>
    <message>
        <source>Measured steps (%1): mean error %2 with the shipped constants, %3 with these</source>
        <translation>Gemessene Schritte (%1): mittlerer Fehler %2 mit den mitgelieferten Konstanten, %3 mit diesen</translation>
    </message>
    <message>
        <source>Mean error of steps that were left out of the fit: %1</source>
        <translation>Mittlerer Fehler von Schritten, die bei der Anpassung ausgelassen wurden: %1</translation>
    </message>
    <message>
        <source>These device types are of the same class and change, too: %1</source>
        <translation>Diese Gerätetypen gehören zur selben Klasse und ändern sich mit: %1</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>%1 cannot be used</source>
        <translation>%1 lässt sich nicht verwenden</translation>
    </message>
    <message>
        <source>Compute with the constants of %1?</source>
        <translation>Mit den Konstanten von %1 rechnen?</translation>
    </message>
    <message>
        <source>Constants of %1 are in use until the program ends</source>
        <translation>Die Konstanten von %1 gelten, bis das Programm endet</translation>
    </message>
    <message>
        <source>The shipped constants are in use</source>
        <translation>Die mitgelieferten Konstanten werden verwendet</translation>
    </message>
    <message>
        <source>The constants are as they were</source>
        <translation>Die Konstanten sind, wie sie waren</translation>
    </message>
</context>
<context>
    <name>heteroscope::CanvasControls</name>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Färben nach</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>Überlagerung</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Fit all (F)</source>
        <translation>Alles einpassen (F)</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>Originalgröße</translation>
    </message>
</context>
<context>
    <name>heteroscope::CanvasLegend</name>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Opens and closes the legend</source>
        <translation>Öffnet und schließt die Legende</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Shows everything in full again (Escape)</source>
        <translation>Zeigt wieder alles voll (Escape)</translation>
    </message>
    <message>
        <source>Close the legend</source>
        <translation>Die Legende schließen</translation>
    </message>
    <message>
        <source>Open the legend</source>
        <translation>Die Legende öffnen</translation>
    </message>
    <message>
        <source>0 to 100 %</source>
        <translation>0 bis 100 %</translation>
    </message>
</context>
<context>
    <name>heteroscope::CanvasScene</name>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::CanvasView</name>
    <message>
        <source>Switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>Cluster canvas</source>
        <translation>Cluster-Zeichenfläche</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>%1 Objekte</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>Nichts ist ausgewählt</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>Ausgewählt: %1</translation>
    </message>
    <message>
        <source>Preview: %1</source>
        <translation>Vorschau: %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::CatalogDialog</name>
    <message>
        <source>New device</source>
        <translation>Neues Gerät</translation>
    </message>
    <message>
        <source>New link</source>
        <translation>Neuer Link</translation>
    </message>
    <message>
        <source>New model</source>
        <translation>Neues Modell</translation>
    </message>
    <message>
        <source>New template</source>
        <translation>Neue Vorlage</translation>
    </message>
    <message>
        <source>Add to the drawing</source>
        <translation>In die Zeichnung einfügen</translation>
    </message>
    <message>
        <source>Use for new links</source>
        <translation>Für neue Links verwenden</translation>
    </message>
    <message>
        <source>Train this model</source>
        <translation>Dieses Modell trainieren</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>the template %1</source>
        <translation>die Vorlage %1</translation>
    </message>
    <message>
        <source>the training job</source>
        <translation>der Trainingsjob</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Copy into the project</source>
        <translation>Ins Projekt kopieren</translation>
    </message>
    <message>
        <source>From the selected node</source>
        <translation>Aus gewähltem Knoten</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Catalog</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Search the catalog</source>
        <translation>Katalog durchsuchen</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>In this project</source>
        <translation>In diesem Projekt</translation>
    </message>
    <message>
        <source>Entries to list</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Entries of the catalog</source>
        <translation>Einträge des Katalogs</translation>
    </message>
    <message>
        <source>Keeps the node that is selected on the canvas as a template</source>
        <translation>Behält den auf der Zeichenfläche gewählten Knoten als Vorlage</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>The project has no entries of its own yet: copy one into it, or create a new one.</source>
        <translation>Das Projekt hat noch keine eigenen Einträge: Kopieren Sie einen hinein, oder legen Sie einen neuen an.</translation>
    </message>
    <message>
        <source>No catalog entry matches.</source>
        <translation>Kein Eintrag im Katalog passt.</translation>
    </message>
    <message>
        <source>in this project</source>
        <translation>in diesem Projekt</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>eingebaut</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Not applied yet: %1; %2</source>
        <translation>Noch nicht übernommen: %1; %2</translation>
    </message>
    <message>
        <source>Add %1 to the project&apos;s catalog</source>
        <translation>%1 zum Katalog des Projekts hinzufügen</translation>
    </message>
    <message>
        <source>Copy %1 into the project</source>
        <translation>%1 ins Projekt kopieren</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Not deleted: it is used by %1.</source>
        <translation>Nicht gelöscht: in Gebrauch durch %1.</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>heteroscope::CatalogModel</name>
    <message>
        <source>%1 billion</source>
        <translation>%1 Mrd.</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 Mio.</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 Gerät</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Node templates</source>
        <translation>Knotenvorlagen</translation>
    </message>
    <message>
        <source>%1, in this project</source>
        <translation>%1, in diesem Projekt</translation>
    </message>
    <message>
        <source>%1, built in</source>
        <translation>%1, eingebaut</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>%1 trillion</source>
        <translation>%1 Bio.</translation>
    </message>
</context>
<context>
    <name>heteroscope::CauseModel</name>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>Kritischer Pfad</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
</context>
<context>
    <name>heteroscope::Causes</name>
    <message>
        <source>stage %1 of pipeline %2</source>
        <translation>Stufe %1 der Pipeline %2</translation>
    </message>
    <message>
        <source>%1 on %2, which has %3</source>
        <translation>%1 auf %2, das %3 hat</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>%1 zu viel</translation>
    </message>
    <message>
        <source>stage %1 on %2</source>
        <translation>Stufe %1 auf %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::CertificateStrip</name>
    <message>
        <source>Apply</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>CSV exportieren</translation>
    </message>
    <message>
        <source>Saves the whole table as comma-separated values</source>
        <translation>Speichert die ganze Tabelle als kommagetrennte Werte</translation>
    </message>
    <message>
        <source>No search yet</source>
        <translation>Noch keine Suche</translation>
    </message>
    <message>
        <source>Searching ...</source>
        <translation>Suche läuft ...</translation>
    </message>
    <message>
        <source>Being proved again</source>
        <translation>Wird neu bewiesen</translation>
    </message>
    <message>
        <source>plans from before the edit, simulated again</source>
        <translation>Pläne von vor der Änderung, neu simuliert</translation>
    </message>
    <message>
        <source>plans from before the edit, simulated again; %1</source>
        <translation>Pläne von vor der Änderung, neu simuliert; %1</translation>
    </message>
    <message>
        <source>Proved best of %1</source>
        <translation>Bewiesen bester von %1</translation>
    </message>
    <message>
        <source>Best so far, not proved</source>
        <translation>Bisher bester, nicht bewiesen</translation>
    </message>
    <message>
        <source>No plan fits</source>
        <translation>Kein Plan passt</translation>
    </message>
    <message>
        <source>The planner ranks every way to split this training over these devices.</source>
        <translation>Der Planer ordnet alle Arten, dieses Training auf diese Geräte aufzuteilen.</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; simulated</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; simuliert</translation>
    </message>
    <message>
        <source>%1 families = %2</source>
        <translation>%1 Familien = %2</translation>
    </message>
    <message>
        <source>No plan of %1 is faster</source>
        <translation>Kein Plan von %1 ist schneller</translation>
    </message>
    <message>
        <source>1 family = %1</source>
        <translation>1 Familie = %1</translation>
    </message>
    <message>
        <source>gap &lt;b&gt;0 %&lt;/b&gt; in &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>Lücke &lt;b&gt;0 %&lt;/b&gt; in &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; families</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; Familien</translation>
    </message>
    <message>
        <source>Why not?</source>
        <translation>Warum nicht?</translation>
    </message>
    <message>
        <source>Makes the selected plan the project&apos;s plan; the one before it stays in the list. Can be undone</source>
        <translation>Macht den gewählten Plan zum Plan des Projekts; der bisherige bleibt in der Liste. Kann rückgängig gemacht werden</translation>
    </message>
    <message>
        <source>Every family got its full effort. Rules on device groups make the space smaller.</source>
        <translation>Jede Familie bekam den vollen Aufwand. Regeln für Gerätegruppen verkleinern den Raum.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Search now</source>
        <translation>Jetzt suchen</translation>
    </message>
    <message>
        <source>The search ends as soon as its running simulations allow</source>
        <translation>Die Suche endet, sobald ihre laufenden Simulationen es erlauben</translation>
    </message>
    <message>
        <source>Stops the search and keeps the best plan so far (Shift+F5)</source>
        <translation>Hält die Suche an und behält den bisher besten Plan (Umschalt+F5)</translation>
    </message>
    <message>
        <source>Searches without a time limit, until the best plan is proved (F5)</source>
        <translation>Sucht ohne Zeitgrenze, bis der beste Plan bewiesen ist (F5)</translation>
    </message>
    <message>
        <source>Stopping ...</source>
        <translation>Hält an ...</translation>
    </message>
    <message>
        <source>For another start time</source>
        <translation>Für eine andere Startzeit</translation>
    </message>
    <message>
        <source>From before the edit</source>
        <translation>Von vor der Änderung</translation>
    </message>
    <message>
        <source>Stopped before the first plan</source>
        <translation>Vor dem ersten Plan angehalten</translation>
    </message>
    <message>
        <source>beyond it &lt;b&gt;%1&lt;/b&gt; takes &lt;b&gt;%2&lt;/b&gt; less time, not proved</source>
        <translation>außerhalb braucht &lt;b&gt;%1&lt;/b&gt; &lt;b&gt;%2&lt;/b&gt; weniger Zeit, unbewiesen</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>gap &lt;b&gt;%1&lt;/b&gt;, searching after &lt;b&gt;%2&lt;/b&gt;</source>
        <translation>Lücke &lt;b&gt;%1&lt;/b&gt;, Suche läuft seit &lt;b&gt;%2&lt;/b&gt;</translation>
    </message>
    <message>
        <source>no bound yet after &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>nach &lt;b&gt;%1&lt;/b&gt; noch keine Schranke</translation>
    </message>
    <message>
        <source>gap &lt;b&gt;%1&lt;/b&gt;, stopped after &lt;b&gt;%2&lt;/b&gt;</source>
        <translation>Lücke &lt;b&gt;%1&lt;/b&gt;, angehalten nach &lt;b&gt;%2&lt;/b&gt;</translation>
    </message>
    <message>
        <source>gap &lt;b&gt;%1&lt;/b&gt;, full effort spent in &lt;b&gt;%2&lt;/b&gt;</source>
        <translation>Lücke &lt;b&gt;%1&lt;/b&gt;, voller Aufwand in &lt;b&gt;%2&lt;/b&gt;</translation>
    </message>
    <message>
        <source>The best plans appear here while the search runs.</source>
        <translation>Die besten Pläne erscheinen hier, während die Suche läuft.</translation>
    </message>
    <message>
        <source>No plan fits these devices.</source>
        <translation>Kein Plan passt auf diese Geräte.</translation>
    </message>
    <message>
        <source>Opens the reasons of the selected row (W)</source>
        <translation>Öffnet die Gründe der ausgewählten Zeile (W)</translation>
    </message>
    <message>
        <source>no plan of any kind can take less than &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>kein denkbarer Plan braucht unter &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>The reasons of rank 1 (W) say what space %1 holds</source>
        <translation>Die Gründe von Rang 1 (W) sagen, was Raum %1 umfasst</translation>
    </message>
    <message>
        <source>no plan of any kind can take less than &lt;b&gt;%1&lt;/b&gt;: a bound of its own, nearer than that of %2</source>
        <translation>kein Plan irgendeiner Art kann weniger als &lt;b&gt;%1&lt;/b&gt; brauchen: eine eigene Schranke, näher als die von %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::ChartPages</name>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Shows the numbers of the chart as a table</source>
        <translation>Zeigt die Zahlen des Diagramms als Tabelle</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>CSV exportieren</translation>
    </message>
    <message>
        <source>Writes the numbers of the chart as comma-separated values</source>
        <translation>Schreibt die Zahlen des Diagramms als kommagetrennte Werte</translation>
    </message>
    <message>
        <source>Table of the chart: %1</source>
        <translation>Tabelle zum Diagramm: %1</translation>
    </message>
    <message>
        <source>Export the numbers of the chart</source>
        <translation>Zahlen des Diagramms exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
</context>
<context>
    <name>heteroscope::ChoiceModel</name>
    <message>
        <source>As in a line of a cluster, without a number of nodes: devices, then the link of the node</source>
        <translation>Wie in der Zeile eines Clusters, ohne Anzahl der Knoten: Geräte, dann der Link des Knotens</translation>
    </message>
    <message>
        <source>catalog</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>USD/h</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
</context>
<context>
    <name>heteroscope::ClusterPreview</name>
    <message>
        <source>Picture of the cluster</source>
        <translation>Bild des Clusters</translation>
    </message>
</context>
<context>
    <name>heteroscope::ClusterWizard</name>
    <message>
        <source>Add to the drawing</source>
        <translation>Zur Zeichnung hinzufügen</translation>
    </message>
    <message>
        <source>Cluster from a template</source>
        <translation>Cluster aus Vorlage</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>In Worten</translation>
    </message>
    <message>
        <source>The cluster in words</source>
        <translation>Der Cluster in Worten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>nodes x devices  device  link  + more nodes  / switch, spine 2:1, rails, rail-only, ring, torus or zones eth10</source>
        <translation>Knoten x Geräte  Gerät  Link  + weitere Knoten  / switch, spine 2:1, rails, rail-only, ring, torus oder zones eth10</translation>
    </message>
    <message>
        <source>%1 in %2, %3, %4</source>
        <translation>%1 in %2, %3, %4</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>switches</source>
        <translation>Switches</translation>
    </message>
    <message>
        <source>link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Column %1: %2</source>
        <translation>Spalte %1: %2</translation>
    </message>
    <message>
        <source>Such as %1</source>
        <translation>Zum Beispiel %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::CommandPalette</name>
    <message>
        <source>node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>Find a command or item</source>
        <translation>Befehl oder Objekt suchen</translation>
    </message>
    <message>
        <source>Find a command, a node, a switch or a link</source>
        <translation>Befehl, Knoten, Switch oder Link suchen</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>device group</source>
        <translation>Gerätegruppe</translation>
    </message>
    <message>
        <source>link %1 – %2</source>
        <translation>Link %1 – %2</translation>
    </message>
    <message>
        <source>Nothing found for “%1”</source>
        <translation>Nichts gefunden für „%1“</translation>
    </message>
</context>
<context>
    <name>heteroscope::CompareView</name>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>CSV exportieren</translation>
    </message>
    <message>
        <source>Keeps the step on show to compare with later, up to %1 of them</source>
        <translation>Behält den gezeigten Schritt für spätere Vergleiche, bis zu %1 davon</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>Swaps A and B</source>
        <translation>Vertauscht A und B</translation>
    </message>
    <message>
        <source>Writes the table as comma-separated values</source>
        <translation>Schreibt die Tabelle als kommagetrennte Werte</translation>
    </message>
    <message>
        <source>Result %1</source>
        <translation>Ergebnis %1</translation>
    </message>
    <message>
        <source>Timeline of %1</source>
        <translation>Zeitachse von %1</translation>
    </message>
    <message>
        <source>Difference by cause</source>
        <translation>Unterschied nach Ursache</translation>
    </message>
    <message>
        <source>Figures of both</source>
        <translation>Kennzahlen beider</translation>
    </message>
    <message>
        <source>Pinned results</source>
        <translation>Angeheftete Ergebnisse</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Pinned (%1)</source>
        <translation>Angeheftet (%1)</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>Noch nichts zu vergleichen</translation>
    </message>
    <message>
        <source>results appear with the first simulated step</source>
        <translation>Ergebnisse erscheinen mit dem ersten simulierten Schritt</translation>
    </message>
    <message>
        <source>One result</source>
        <translation>Ein Ergebnis</translation>
    </message>
    <message>
        <source>change something, show another plan, or pin this one to compare with it</source>
        <translation>etwas ändern, einen anderen Plan zeigen oder dieses anheften, um damit zu vergleichen</translation>
    </message>
    <message>
        <source>Both take as long</source>
        <translation>Beide dauern gleich lange</translation>
    </message>
    <message>
        <source>with the same critical path by cause and place</source>
        <translation>mit gleichem kritischen Pfad nach Ursache und Ort</translation>
    </message>
    <message>
        <source>%1; most: %2 on %3, %4</source>
        <translation>%1; am meisten: %2 auf %3, %4</translation>
    </message>
    <message>
        <source>but not for the same reasons</source>
        <translation>aber nicht aus denselben Gründen</translation>
    </message>
    <message>
        <source>B takes %1 longer</source>
        <translation>B dauert %1 länger</translation>
    </message>
    <message>
        <source>B takes %1 less</source>
        <translation>B dauert %1 kürzer</translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation>Vergleich exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>On the canvas</source>
        <translation>Auf der Zeichenfläche</translation>
    </message>
    <message>
        <source>Shows on each node how much longer B is there, on its critical path, and why</source>
        <translation>Zeigt auf jedem Knoten, wie viel länger B dort ist, auf seinem kritischen Pfad, und warum</translation>
    </message>
</context>
<context>
    <name>heteroscope::ContextMenus</name>
    <message>
        <source>Play until here</source>
        <translation>Bis hierher abspielen</translation>
    </message>
    <message>
        <source>Show the whole step</source>
        <translation>Den ganzen Schritt zeigen</translation>
    </message>
    <message>
        <source>Apply this plan</source>
        <translation>Diesen Plan übernehmen</translation>
    </message>
    <message>
        <source>Why not first</source>
        <translation>Warum nicht Erster</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Show on the canvas</source>
        <translation>Auf der Zeichenfläche zeigen</translation>
    </message>
    <message>
        <source>Remove this kept plan</source>
        <translation>Diesen behaltenen Plan entfernen</translation>
    </message>
    <message>
        <source>Make the change</source>
        <translation>Änderung ausführen</translation>
    </message>
    <message>
        <source>Copy the table as CSV</source>
        <translation>Tabelle als CSV kopieren</translation>
    </message>
    <message>
        <source>Export this view ...</source>
        <translation>Diese Ansicht exportieren ...</translation>
    </message>
    <message>
        <source>Export this view</source>
        <translation>Diese Ansicht exportieren</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.pdf *.png)</source>
        <translation>Bilder (*.svg *.pdf *.png)</translation>
    </message>
    <message>
        <source>The timeline was not written</source>
        <translation>Die Zeitachse wurde nicht geschrieben</translation>
    </message>
    <message>
        <source>Export the bars in view as CSV ...</source>
        <translation>Sichtbare Balken als CSV exportieren ...</translation>
    </message>
    <message>
        <source>Export the bars in view</source>
        <translation>Sichtbare Balken exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>Pin the step on show</source>
        <translation>Gezeigten Schritt anheften</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>A und B tauschen</translation>
    </message>
    <message>
        <source>Shows that plan</source>
        <translation>Zeigt diesen Plan</translation>
    </message>
    <message>
        <source>Group lanes by</source>
        <translation>Spuren gruppieren nach</translation>
    </message>
    <message>
        <source>Pin or release the lane</source>
        <translation>Spur anheften oder lösen</translation>
    </message>
    <message>
        <source>Hide the lane</source>
        <translation>Spur ausblenden</translation>
    </message>
    <message>
        <source>Move the lane up</source>
        <translation>Spur nach oben</translation>
    </message>
    <message>
        <source>Move the lane down</source>
        <translation>Spur nach unten</translation>
    </message>
    <message>
        <source>Order of the plan</source>
        <translation>Reihenfolge des Plans</translation>
    </message>
    <message>
        <source>Show all lanes</source>
        <translation>Alle Spuren zeigen</translation>
    </message>
    <message>
        <source>Copy the counters in view as CSV</source>
        <translation>Sichtbare Zähler als CSV kopieren</translation>
    </message>
    <message>
        <source>Write a marker here</source>
        <translation>Hier eine Markierung schreiben</translation>
    </message>
    <message>
        <source>Edit the marker&apos;s text</source>
        <translation>Markierung beschriften</translation>
    </message>
    <message>
        <source>Colour of the marker</source>
        <translation>Farbe der Markierung</translation>
    </message>
    <message>
        <source>Delete the marker</source>
        <translation>Markierung löschen</translation>
    </message>
</context>
<context>
    <name>heteroscope::CurvePlot</name>
    <message>
        <source>Rate over time</source>
        <translation>Rate über der Zeit</translation>
    </message>
    <message>
        <source>Drag a point; double-click adds one, Delete removes it, arrow keys move it</source>
        <translation>Einen Punkt ziehen; Doppelklick fügt einen hinzu, Entf löscht ihn, Pfeiltasten verschieben ihn</translation>
    </message>
    <message>
        <source>Edit this curve</source>
        <translation>Diese Kurve bearbeiten</translation>
    </message>
    <message>
        <source>Move a point</source>
        <translation>Punkt verschieben</translation>
    </message>
    <message>
        <source>Add a point</source>
        <translation>Punkt hinzufügen</translation>
    </message>
    <message>
        <source>Remove a point</source>
        <translation>Punkt entfernen</translation>
    </message>
</context>
<context>
    <name>heteroscope::CurveTable</name>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>%1 “%2”: expected a share of 0 % or more, like 40 or 40 %</source>
        <translation>%1 „%2“: erwartet ein Anteil von 0 % oder mehr, etwa 40 oder 40 %</translation>
    </message>
    <message>
        <source>a time like 90, 1:30 or 2 h</source>
        <translation>eine Zeit wie 90, 1:30 oder 2 h</translation>
    </message>
    <message>
        <source>a time after %1</source>
        <translation>eine Zeit nach %1</translation>
    </message>
    <message>
        <source>a time before %1</source>
        <translation>eine Zeit vor %1</translation>
    </message>
    <message>
        <source> and before %1</source>
        <translation> und vor %1</translation>
    </message>
    <message>
        <source>From “%1”: expected %2</source>
        <translation>Ab „%1“: erwartet %2</translation>
    </message>
    <message>
        <source>Move a point</source>
        <translation>Punkt verschieben</translation>
    </message>
    <message>
        <source>Set a rate</source>
        <translation>Rate setzen</translation>
    </message>
</context>
<context>
    <name>heteroscope::DesignChart</name>
    <message>
        <source>Front of the clusters</source>
        <translation>Front der Cluster</translation>
    </message>
</context>
<context>
    <name>heteroscope::DesignForm</name>
    <message>
        <source>Add a node</source>
        <translation>Knoten hinzufügen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source> USD/h</source>
        <translation> USD/h</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Limit of the price per hour</source>
        <translation>Grenze des Preises je Stunde</translation>
    </message>
    <message>
        <source> kW</source>
        <translation> kW</translation>
    </message>
    <message>
        <source>Limit of the power</source>
        <translation>Grenze der Leistung</translation>
    </message>
    <message>
        <source> units</source>
        <translation> Einheiten</translation>
    </message>
    <message>
        <source>Limit of the rack space</source>
        <translation>Grenze des Platzes im Rack</translation>
    </message>
    <message>
        <source>Limit of the devices</source>
        <translation>Grenze der Geräte</translation>
    </message>
    <message>
        <source> billion</source>
        <translation> Milliarden</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>nicht gefragt</translation>
    </message>
    <message>
        <source>Tokens to train</source>
        <translation>Zu trainierende Tokens</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>genau</translation>
    </message>
    <message>
        <source>Gain that is too small to pay for</source>
        <translation>Gewinn, der zu klein ist, um dafür zu zahlen</translation>
    </message>
    <message>
        <source>Fabrics to choose from</source>
        <translation>Fabrics zur Auswahl</translation>
    </message>
    <message>
        <source>Separated by semicolons: switch; spine 2:1; rails; ring; torus</source>
        <translation>Durch Strichpunkte getrennt: switch; spine 2:1; rails; ring; torus</translation>
    </message>
    <message>
        <source>A dearer cluster that is faster by less than this is left out of the front</source>
        <translation>Ein teurerer Cluster, der um weniger als dies schneller ist, fehlt in der Front</translation>
    </message>
    <message>
        <source>Nodes to choose from</source>
        <translation>Knoten zur Auswahl</translation>
    </message>
    <message>
        <source>Fabrics</source>
        <translation>Fabrics</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Ignore below</source>
        <translation>Unbeachtet unter</translation>
    </message>
</context>
<context>
    <name>heteroscope::DesignView</name>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>Draw this cluster</source>
        <translation>Diesen Cluster zeichnen</translation>
    </message>
    <message>
        <source>Save question …</source>
        <translation>Frage speichern …</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>CSV exportieren</translation>
    </message>
    <message>
        <source>Puts the chosen cluster with its plan in the place of the drawn one, as one undo step (Enter)</source>
        <translation>Setzt den gewählten Cluster mit seinem Plan an die Stelle des gezeichneten, als ein Schritt zum Rückgängigmachen (Enter)</translation>
    </message>
    <message>
        <source>Writes a design file, which hscope design takes</source>
        <translation>Schreibt eine Design-Datei, die hscope design nimmt</translation>
    </message>
    <message>
        <source>Price per hour</source>
        <translation>Preis je Stunde</translation>
    </message>
    <message>
        <source>Price of the training</source>
        <translation>Preis des Trainings</translation>
    </message>
    <message>
        <source>Energy of a step</source>
        <translation>Energie eines Schritts</translation>
    </message>
    <message>
        <source>Against which the time is drawn</source>
        <translation>Wogegen die Zeit gezeichnet wird</translation>
    </message>
    <message>
        <source>Save the question</source>
        <translation>Frage speichern</translation>
    </message>
    <message>
        <source>Design files (*.design.json)</source>
        <translation>Design-Dateien (*.design.json)</translation>
    </message>
    <message>
        <source>Export the front</source>
        <translation>Front exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>Clusters worth their money</source>
        <translation>Cluster, die ihr Geld wert sind</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Per hour</source>
        <translation>Je Stunde</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Its price</source>
        <translation>Sein Preis</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>Beweis</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>proved</source>
        <translation>bewiesen</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>Lücke %1</translation>
    </message>
    <message>
        <source>No cluster of the choice can train the model within the limits.</source>
        <translation>Kein Cluster der Auswahl kann das Modell innerhalb der Grenzen trainieren.</translation>
    </message>
    <message>
        <source>The front appears here.</source>
        <translation>Die Front erscheint hier.</translation>
    </message>
    <message>
        <source>%1
%2, %3/h</source>
        <translation>%1
%2, %3/h</translation>
    </message>
    <message>
        <source>Energy of a step, J</source>
        <translation>Energie eines Schritts, J</translation>
    </message>
    <message>
        <source>Price of the training, USD</source>
        <translation>Preis des Trainings, USD</translation>
    </message>
    <message>
        <source>Price, USD per hour</source>
        <translation>Preis, USD je Stunde</translation>
    </message>
    <message>
        <source>Time of the training, days</source>
        <translation>Zeit des Trainings, Tage</translation>
    </message>
    <message>
        <source>Step time, s</source>
        <translation>Schrittzeit, s</translation>
    </message>
    <message>
        <source>The cheapest that can train it; %1</source>
        <translation>Der billigste, der es trainieren kann; %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Not searched</source>
        <translation>Nicht gesucht</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Sucht</translation>
    </message>
    <message>
        <source>%1 of %2 clusters</source>
        <translation>%1 von %2 Clustern</translation>
    </message>
    <message>
        <source>Nothing searched yet</source>
        <translation>Noch nichts gesucht</translation>
    </message>
    <message>
        <source>choose nodes, fabrics and limits for the project&apos;s model and job</source>
        <translation>Knoten, Fabrics und Grenzen für Modell und Auftrag des Projekts wählen</translation>
    </message>
    <message>
        <source>Of another model or job</source>
        <translation>Von anderem Modell oder Auftrag</translation>
    </message>
    <message>
        <source>search again for the present ones</source>
        <translation>für die jetzigen neu suchen</translation>
    </message>
    <message>
        <source>%1 planned</source>
        <translation>%1 geplant</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>No cluster fits</source>
        <translation>Kein Cluster passt</translation>
    </message>
    <message>
        <source>Certified within %1</source>
        <translation>Bewiesen bis auf %1</translation>
    </message>
    <message>
        <source>Certified</source>
        <translation>Bewiesen</translation>
    </message>
    <message>
        <source>%1 clusters: %2</source>
        <translation>%1 Cluster: %2</translation>
    </message>
    <message>
        <source>Draw %1</source>
        <translation>%1 zeichnen</translation>
    </message>
    <message>
        <source>The question was not saved</source>
        <translation>Die Frage wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>The table was not saved</source>
        <translation>Die Tabelle wurde nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>heteroscope::DetailsView</name>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>Copies every field as a line of its name and value</source>
        <translation>Kopiert jedes Feld als Zeile aus Name und Wert</translation>
    </message>
    <message>
        <source>Fields of the selected bar</source>
        <translation>Felder des gewählten Balkens</translation>
    </message>
    <message>
        <source>%1  ›</source>
        <translation>%1  ›</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Select a bar in the timeline</source>
        <translation>Einen Balken in der Zeitleiste wählen</translation>
    </message>
</context>
<context>
    <name>heteroscope::DockHost</name>
    <message>
        <source>As opened</source>
        <translation>Wie geöffnet</translation>
    </message>
    <message>
        <source>History of edits</source>
        <translation>Verlauf der Änderungen</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 von %2 %3</translation>
    </message>
    <message>
        <source>The table was not saved</source>
        <translation>Die Tabelle wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Palette</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation>Gezeichnet</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>Zerlegung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>Strategien</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>Pareto</translation>
    </message>
    <message>
        <source>Plan by hand</source>
        <translation>Plan von Hand</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>ranked for the step at %1, shown is the step at %2</source>
        <translation>Rangliste für den Schritt um %1, gezeigt wird der Schritt um %2</translation>
    </message>
    <message>
        <source>ranked for the cluster and job before the last edit</source>
        <translation>Rangliste für Cluster und Auftrag vor der letzten Änderung</translation>
    </message>
    <message>
        <source>Remove plan %1</source>
        <translation>Plan %1 entfernen</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>What to change</source>
        <translation>Was ändern</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Parallel axes</source>
        <translation>Parallele Achsen</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre wenn</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>Über der Zeit</translation>
    </message>
    <message>
        <source>What to buy</source>
        <translation>Was kaufen</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
</context>
<context>
    <name>heteroscope::Document</name>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
</context>
<context>
    <name>heteroscope::EditCommands</name>
    <message>
        <source>Copied 1 item</source>
        <translation>1 Objekt kopiert</translation>
    </message>
    <message>
        <source>Copied %1 items</source>
        <translation>%1 Objekte kopiert</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
</context>
<context>
    <name>heteroscope::EntryForm</name>
    <message>
        <source>%1, %2</source>
        <comment>a quantity and its unit</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>A whole number between %1 and %2</source>
        <translation>Eine ganze Zahl zwischen %1 und %2</translation>
    </message>
    <message>
        <source>Source of the values</source>
        <translation>Quelle der Zahlen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Unsourced estimate, not checked</source>
        <translation>Schätzung ohne Quelle, nicht geprüft</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
</context>
<context>
    <name>heteroscope::ExportCommands</name>
    <message>
        <source>%1 was not written</source>
        <translation>%1 wurde nicht geschrieben</translation>
    </message>
    <message>
        <source>Wrote %1, as it was before the last edit</source>
        <translation>%1 geschrieben, Stand vor der letzten Änderung</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>The plan is launched by:</source>
        <translation>Der Plan wird gestartet von:</translation>
    </message>
    <message>
        <source>%1 cannot run this plan</source>
        <translation>%1 kann diesen Plan nicht ausführen</translation>
    </message>
    <message>
        <source>Written: the plan runs as it is</source>
        <translation>Geschrieben: der Plan läuft so, wie er ist</translation>
    </message>
    <message>
        <source>Written: this has to change before it runs</source>
        <translation>Geschrieben: das ist noch zu ändern, bevor er läuft</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>Hinweis: %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::FigureCard</name>
    <message>
        <source>sum of the critical path: the chain of work and waits that sets the step time</source>
        <translation>Summe des kritischen Pfads: der Kette aus Arbeit und Warten, die die Schrittzeit bestimmt</translation>
    </message>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>uncertainty</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>model FLOP / (step time × peak of all devices of the plan)</source>
        <translation>FLOP des Modells / (Schrittzeit × Spitze aller Geräte des Plans)</translation>
    </message>
    <message>
        <source>model FLOP of a step, without recompute</source>
        <translation>FLOP des Modells je Schritt, ohne Neuberechnung</translation>
    </message>
    <message>
        <source>peak of 1 device</source>
        <translation>Spitze von 1 Gerät</translation>
    </message>
    <message>
        <source>peak of %1 devices</source>
        <translation>Spitze von %1 Geräten</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>HFU, with recompute</source>
        <translation>HFU, mit Neuberechnung</translation>
    </message>
    <message>
        <source>tokens of a step / step time</source>
        <translation>Token eines Schritts / Schrittzeit</translation>
    </message>
    <message>
        <source>sequences × tokens in each</source>
        <translation>Sequenzen × Token je Sequenz</translation>
    </message>
    <message>
        <source>tokens of a step</source>
        <translation>Token eines Schritts</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>time of 1 device</source>
        <translation>Zeit von 1 Gerät</translation>
    </message>
    <message>
        <source>time of %1 devices, %2 each</source>
        <translation>Zeit von %1 Geräten, je %2</translation>
    </message>
    <message>
        <source>time spent waiting for work of other devices / time of all devices</source>
        <translation>Wartezeit auf Arbeit anderer Geräte / Zeit aller Geräte</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>time spent waiting for communication while nothing is computed / time of all devices</source>
        <translation>Wartezeit auf Kommunikation, in der nichts gerechnet wird / Zeit aller Geräte</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>exponierte Kommunikation</translation>
    </message>
    <message>
        <source>sum of what the fullest device holds at its peak: %1</source>
        <translation>Summe dessen, was das vollste Gerät an seiner Spitze hält: %1</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>exceeds memory by</source>
        <translation>überschreitet den Speicher um</translation>
    </message>
    <message>
        <source>Open in Breakdown</source>
        <translation>In der Zerlegung öffnen</translation>
    </message>
    <message>
        <source>How the figure is computed</source>
        <translation>Wie die Zahl berechnet wird</translation>
    </message>
    <message>
        <source>Shows the device that this figure is largest on, term by term</source>
        <translation>Zeigt das Gerät, auf dem diese Zahl am größten ist, Term für Term</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>%1 years</source>
        <translation>%1 Jahre</translation>
    </message>
    <message>
        <source>steps of the training</source>
        <translation>Schritte des Trainings</translation>
    </message>
    <message>
        <source>its time</source>
        <translation>seine Dauer</translation>
    </message>
    <message>
        <source>its price</source>
        <translation>sein Preis</translation>
    </message>
    <message>
        <source>its energy</source>
        <translation>seine Energie</translation>
    </message>
    <message>
        <source>%1 of a step / tokens of a step × 1,000,000</source>
        <translation>%1 eines Schritts / Tokens eines Schritts × 1.000.000</translation>
    </message>
    <message>
        <source>%1 of a step</source>
        <translation>%1 eines Schritts</translation>
    </message>
    <message>
        <source>%1 of a million tokens</source>
        <translation>%1 einer Million Tokens</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>mean power of the site</source>
        <translation>mittlere Leistung des Standorts</translation>
    </message>
    <message>
        <source>Tokens to train</source>
        <translation>Zu trainierende Tokens</translation>
    </message>
    <message>
        <source>For example 300B or 1.5T; at first 20 for each parameter</source>
        <translation>Zum Beispiel 300B oder 1.5T; anfangs 20 je Parameter</translation>
    </message>
</context>
<context>
    <name>heteroscope::FigureModel</name>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 Punkte</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens pro Sekunde</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Sichtbare Kommunikation</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Cost per million tokens</source>
        <translation>Kosten pro Million Tokens</translation>
    </message>
    <message>
        <source>Energy per million tokens</source>
        <translation>Energie pro Million Tokens</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>B against A</source>
        <translation>B gegen A</translation>
    </message>
</context>
<context>
    <name>heteroscope::FileImports</name>
    <message>
        <source>%1 cannot be read</source>
        <translation>%1 lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>%1 has no format that can be imported</source>
        <translation>%1 lässt sich nicht importieren: unbekannte Art von Datei</translation>
    </message>
    <message>
        <source>What can be dropped here: a project, measurements of collect.py, measured steps, a calibration, and files of %1 formats of other tools: models, launch files, nodes and networks, logs and traces.</source>
        <translation>Was hier abgelegt werden kann: ein Projekt, Messungen von collect.py, gemessene Schritte, eine Kalibrierung und Dateien in %1 Formaten anderer Werkzeuge: Modelle, Startdateien, Knoten und Netze, Protokolle und Traces.</translation>
    </message>
    <message>
        <source>%1 cannot be imported</source>
        <translation>%1 lässt sich nicht importieren</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>Imported %1</source>
        <translation>Importiert: %1</translation>
    </message>
    <message>
        <source>Imported, with assumptions</source>
        <translation>Importiert, mit Annahmen</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>Zwischenablage</translation>
    </message>
    <message>
        <source>The content of %1 does not tell its format. It is:</source>
        <translation>Der Inhalt von %1 verrät das Format nicht. Es ist:</translation>
    </message>
    <message>
        <source>Import as</source>
        <translation>Importieren als</translation>
    </message>
    <message>
        <source>The text of the clipboard is:</source>
        <translation>Der Text der Zwischenablage ist:</translation>
    </message>
</context>
<context>
    <name>heteroscope::FilmDialog</name>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Animated schedules</source>
        <translation>Animierte Abläufe</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>Film</translation>
    </message>
    <message>
        <source>Picture of the film</source>
        <translation>Bild des Films</translation>
    </message>
    <message>
        <source>micro-batch by micro-batch</source>
        <translation>Micro-Batch für Micro-Batch</translation>
    </message>
    <message>
        <source>as time goes by</source>
        <translation>wie die Zeit vergeht</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <source>against</source>
        <translation>gegen</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>gezeichnet</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
</context>
<context>
    <name>heteroscope::FindBar</name>
    <message>
        <source>F3, bubble, gpu0, &gt;50ms</source>
        <translation>F3, Bubble, gpu0, &gt;50ms</translation>
    </message>
    <message>
        <source>Bars that have all words: F3 for the forward pass of micro-batch 3, the name of a kind of work, a device, a stage or an operation, &gt;50ms for what takes longer</source>
        <translation>Balken mit allen Wörtern: F3 für den Vorwärtsdurchlauf von Micro-Batch 3, der Name einer Art von Arbeit, eines Geräts, einer Stufe oder einer Operation, &gt;50ms für alles, was länger dauert</translation>
    </message>
    <message>
        <source>Find bars</source>
        <translation>Balken suchen</translation>
    </message>
    <message>
        <source>Previous bar</source>
        <translation>Voriger Balken</translation>
    </message>
    <message>
        <source>Previous bar (Shift+Enter, Shift+F3)</source>
        <translation>Voriger Balken (Umschalt+Eingabe, Umschalt+F3)</translation>
    </message>
    <message>
        <source>Next bar</source>
        <translation>Nächster Balken</translation>
    </message>
    <message>
        <source>Next bar (Enter, F3)</source>
        <translation>Nächster Balken (Eingabe, F3)</translation>
    </message>
    <message>
        <source>End the search</source>
        <translation>Suche beenden</translation>
    </message>
    <message>
        <source>End the search (Escape)</source>
        <translation>Suche beenden (Escape)</translation>
    </message>
    <message>
        <source>no bar</source>
        <translation>kein Balken</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::FormulaView</name>
    <message>
        <source>%1 = %2 = %3 = %4; simulated: %5</source>
        <translation>%1 = %2 = %3 = %4; simuliert: %5</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>simuliert</translation>
    </message>
</context>
<context>
    <name>heteroscope::GradingDialog</name>
    <message>
        <source>Grade hand-ins</source>
        <translation>Abgaben bewerten</translation>
    </message>
    <message>
        <source>Each hand-in is a student&apos;s project. Its answer is compared with the simulation of the student&apos;s own numbers, and the project itself is simulated to see whether the goal is reached.</source>
        <translation>Jede Abgabe ist das Projekt einer Person. Ihre Antwort wird mit der Simulation der eigenen Zahlen verglichen, und das Projekt selbst wird simuliert: Ist das Ziel erreicht?</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Blatt</translation>
    </message>
    <message>
        <source>sheet.json of the exercise sheets</source>
        <translation>sheet.json der Übungsblätter</translation>
    </message>
    <message>
        <source>Choose the sheet</source>
        <translation>Das Blatt wählen</translation>
    </message>
    <message>
        <source>Hand-ins</source>
        <translation>Abgaben</translation>
    </message>
    <message>
        <source>Choose the hand-ins</source>
        <translation>Die Abgaben wählen</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>Open the hand-in</source>
        <translation>Abgabe öffnen</translation>
    </message>
    <message>
        <source>Save as CSV …</source>
        <translation>Als CSV speichern …</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>Bewerten</translation>
    </message>
    <message>
        <source>none chosen yet; files can be dropped here, too</source>
        <translation>noch keine gewählt; Dateien lassen sich auch hierher ziehen</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
    <message>
        <source>Simulating …</source>
        <translation>Simulation läuft …</translation>
    </message>
    <message>
        <source>Checked %1 of %2</source>
        <translation>%1 von %2 geprüft</translation>
    </message>
    <message>
        <source>%1 of %2 are right</source>
        <translation>%1 von %2 sind richtig</translation>
    </message>
    <message>
        <source>1 cannot be graded</source>
        <translation>1 lässt sich nicht bewerten</translation>
    </message>
    <message>
        <source>%1 cannot be graded</source>
        <translation>%1 lassen sich nicht bewerten</translation>
    </message>
    <message>
        <source>1 task of the sheet was not handed in</source>
        <translation>1 Aufgabe des Blatts wurde nicht abgegeben</translation>
    </message>
    <message>
        <source>%1 tasks of the sheet were not handed in</source>
        <translation>%1 Aufgaben des Blatts wurden nicht abgegeben</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
</context>
<context>
    <name>heteroscope::GradingModel</name>
    <message>
        <source>no answer stands behind &quot;Answer:&quot; in the note</source>
        <translation>hinter „Antwort:“ steht in der Notiz nichts</translation>
    </message>
    <message>
        <source>the answer is not a number of this kind</source>
        <translation>die Antwort ist keine Zahl dieser Art</translation>
    </message>
    <message>
        <source>the answer is not what was simulated</source>
        <translation>die Antwort ist nicht, was simuliert wurde</translation>
    </message>
    <message>
        <source>something was changed that the task does not allow</source>
        <translation>etwas wurde geändert, was die Aufgabe nicht erlaubt</translation>
    </message>
    <message>
        <source>the plan does not run: %1</source>
        <translation>der Plan läuft nicht: %1</translation>
    </message>
    <message>
        <source>the goal is not reached</source>
        <translation>das Ziel ist nicht erreicht</translation>
    </message>
    <message>
        <source>not checked yet</source>
        <translation>noch nicht geprüft</translation>
    </message>
    <message>
        <source>✗ cannot be graded</source>
        <translation>✗ nicht bewertbar</translation>
    </message>
    <message>
        <source>✓ right</source>
        <translation>✓ richtig</translation>
    </message>
    <message>
        <source>✗ not right</source>
        <translation>✗ nicht richtig</translation>
    </message>
    <message>
        <source>Hand-in</source>
        <translation>Abgabe</translation>
    </message>
    <message>
        <source>Student</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>Warum nicht</translation>
    </message>
</context>
<context>
    <name>heteroscope::GroupRules</name>
    <message>
        <source>Add a rule</source>
        <translation>Regel hinzufügen</translation>
    </message>
    <message>
        <source>Cannot be obeyed: there are at most %1 stages and %2 pipelines, and the first of each needs a device.</source>
        <translation>Nicht einzuhalten: Es gibt höchstens %1 Stufen und %2 Pipelines, und die jeweils erste braucht ein Gerät.</translation>
    </message>
    <message>
        <source>Cannot be obeyed together with: %1.</source>
        <translation>Nicht einzuhalten zusammen mit: %1.</translation>
    </message>
    <message>
        <source>The shown plan breaks it: %1.</source>
        <translation>Der gezeigte Plan verletzt sie: %1.</translation>
    </message>
    <message>
        <source>Without a rule the group is only a name.</source>
        <translation>Ohne Regel ist die Gruppe nur ein Name.</translation>
    </message>
    <message>
        <source>No plan can obey all rules: change or remove one.</source>
        <translation>Kein Plan kann alle Regeln einhalten: Ändern oder entfernen Sie eine.</translation>
    </message>
    <message>
        <source>The search found no plan that obeys all rules.</source>
        <translation>Die Suche fand keinen Plan, der alle Regeln einhält.</translation>
    </message>
    <message>
        <source>The planner proposes only plans that obey the rules.</source>
        <translation>Der Planer schlägt nur Pläne vor, die die Regeln einhalten.</translation>
    </message>
</context>
<context>
    <name>heteroscope::Headline</name>
    <message>
        <source>Draw a node to begin</source>
        <translation>Zum Anfang einen Knoten zeichnen</translation>
    </message>
    <message>
        <source>drag one from the palette</source>
        <translation>einen aus der Palette ziehen</translation>
    </message>
    <message>
        <source>Nothing can run on this cluster yet</source>
        <translation>Auf diesem Cluster kann noch nichts laufen</translation>
    </message>
    <message>
        <source>No plan fits this cluster</source>
        <translation>Kein Plan passt auf diesen Cluster</translation>
    </message>
    <message>
        <source>Searching for a plan</source>
        <translation>Ein Plan wird gesucht</translation>
    </message>
    <message>
        <source>A plan %1 faster is proved</source>
        <translation>%1 schnellerer Plan bewiesen</translation>
    </message>
    <message>
        <source>A plan %1 faster is known</source>
        <translation>%1 schnellerer Plan bekannt</translation>
    </message>
    <message>
        <source>The best plan so far, gap %1</source>
        <translation>Der bisher beste Plan, Lücke %1</translation>
    </message>
    <message>
        <source>outside the space, not proved</source>
        <translation>außerhalb des Raums, nicht bewiesen</translation>
    </message>
    <message>
        <source>outside the space: faster than every plan of %1; not proved among plans outside it</source>
        <translation>außerhalb des Raums: schneller als jeder Plan von %1; unter den Plänen außerhalb nicht bewiesen</translation>
    </message>
    <message>
        <source>A baseline&apos;s plan; no plan of %1 is faster</source>
        <translation>Plan eines Vergleichsverfahrens; kein Plan von %1 ist schneller</translation>
    </message>
    <message>
        <source>The best plan so far, no bound yet</source>
        <translation>Der bisher beste Plan, noch ohne Schranke</translation>
    </message>
    <message>
        <source>This plan does not fit</source>
        <translation>Dieser Plan passt nicht</translation>
    </message>
    <message>
        <source>Critical path: %1</source>
        <translation>Kritischer Pfad: %1</translation>
    </message>
    <message>
        <source>Searching for faster plans</source>
        <translation>Schnellere Pläne werden gesucht</translation>
    </message>
    <message>
        <source>nearest: %1; %2</source>
        <translation>am nächsten: %1; %2</translation>
    </message>
    <message>
        <source>No plan fits: %1</source>
        <translation>Kein Plan passt: %1</translation>
    </message>
    <message>
        <source>the figures are from before the edit</source>
        <translation>die Zahlen sind von vor der Änderung</translation>
    </message>
    <message>
        <source>The search was stopped before it found a plan</source>
        <translation>Die Suche wurde angehalten, bevor sie einen Plan fand</translation>
    </message>
    <message>
        <source>F5 searches on</source>
        <translation>F5 sucht weiter</translation>
    </message>
    <message>
        <source>The fastest plan found, %1 faster than the best proved one</source>
        <translation>Der schnellste gefundene Plan, %1 schneller als der beste bewiesene</translation>
    </message>
    <message>
        <source>The fastest plan found so far</source>
        <translation>Der bisher schnellste gefundene Plan</translation>
    </message>
    <message>
        <source>The fastest plan found; no plan of the searched space fits</source>
        <translation>Der schnellste gefundene Plan; im durchsuchten Raum passt keiner</translation>
    </message>
    <message>
        <source>%1 would take %2 less time, but %3</source>
        <translation>%1 bräuchte %2 weniger Zeit, aber %3</translation>
    </message>
    <message>
        <source>A plan %1 faster was found</source>
        <translation>Ein um %1 schnellerer Plan wurde gefunden</translation>
    </message>
    <message>
        <source>the ranking is from before; F5 searches again</source>
        <translation>die Rangliste ist von vorher; F5 sucht neu</translation>
    </message>
    <message>
        <source>No plan of the searched space fits</source>
        <translation>Kein Plan des durchsuchten Raums passt</translation>
    </message>
    <message>
        <source>trying plans beyond it</source>
        <translation>Pläne außerhalb werden versucht</translation>
    </message>
    <message>
        <source>At %1: %2</source>
        <translation>Um %1: %2</translation>
    </message>
    <message>
        <source>%1 faster than the recommended plan, but %2</source>
        <translation>%1 schneller als der empfohlene Plan, aber %2</translation>
    </message>
    <message>
        <source>recommended: %1</source>
        <translation>empfohlen: %1</translation>
    </message>
    <message>
        <source>Bound by %1: %2 of the critical path, most on %3</source>
        <translation>Begrenzt durch %1: %2 des kritischen Pfads, am meisten auf %3</translation>
    </message>
    <message>
        <source>Bound by %1: %2 of the critical path, fullest link %3</source>
        <translation>Begrenzt durch %1: %2 des kritischen Pfads, vollste Verbindung %3</translation>
    </message>
    <message>
        <source>Compute-bound: %1 of the critical path, most on %2</source>
        <translation>Rechengebunden: %1 des kritischen Pfads, am meisten auf %2</translation>
    </message>
    <message>
        <source>%1 cost %2</source>
        <translation>%1 kosten %2</translation>
    </message>
    <message>
        <source>%1 cost %2, fullest link %3</source>
        <translation>%1 kosten %2, vollste Verbindung %3</translation>
    </message>
    <message>
        <source>As fast as the recommended plan, to 0.1 %</source>
        <translation>So schnell wie der empfohlene Plan, auf 0,1 %</translation>
    </message>
    <message>
        <source>Proved best of %1</source>
        <translation>Bewiesen bester von %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::HeadlineStrip</name>
    <message>
        <source>Headline figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Exposed comm</source>
        <translation>Exp. Komm.</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Peak of the device that is fullest, against its capacity.</source>
        <translation>Spitze des vollsten Geräts, gegen seine Kapazität.</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
    <message>
        <source>Of %1, the fullest: weights %2, gradients %3, optimizer %4, activations %5, logits %6, buffers %7, reserve %8; capacity %9.</source>
        <translation>Von %1, dem vollsten: Gewichte %2, Gradienten %3, Optimierer %4, Aktivierungen %5, Logits %6, Puffer %7, Reserve %8; Kapazität %9.</translation>
    </message>
    <message>
        <source>Does not fit in memory: %1.</source>
        <translation>Passt nicht in den Speicher: %1.</translation>
    </message>
    <message>
        <source>Expected error of the prediction: %1.</source>
        <translation>Erwarteter Fehler der Vorhersage: %1.</translation>
    </message>
    <message>
        <source>Cost of 1 M tokens</source>
        <translation>Kosten je 1 M Tokens</translation>
    </message>
    <message>
        <source>Price of all devices of the cluster for the time of a million tokens.</source>
        <translation>Preis aller Geräte des Clusters für die Dauer einer Million Tokens.</translation>
    </message>
    <message>
        <source>Energy of 1 M tokens</source>
        <translation>Energie je 1 M Tokens</translation>
    </message>
    <message>
        <source>Energy of the whole site for a million tokens.</source>
        <translation>Energie des ganzen Standorts für eine Million Tokens.</translation>
    </message>
</context>
<context>
    <name>heteroscope::HeatMapView</name>
    <message>
        <source>computing</source>
        <translation>rechnet</translation>
    </message>
    <message>
        <source>waiting for links</source>
        <translation>wartet auf Verbindungen</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Heat map of the lanes</source>
        <translation>Heatmap der Spuren</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>The heat map appears with the first simulated step.</source>
        <translation>Die Heatmap erscheint mit dem ersten simulierten Schritt.</translation>
    </message>
    <message>
        <source>%1 · %2 to %3: %4 %5</source>
        <translation>%1 · %2 bis %3: %4 %5</translation>
    </message>
</context>
<context>
    <name>heteroscope::HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Page of the help</source>
        <translation>Seite der Hilfe</translation>
    </message>
    <message>
        <source>No page has these words.</source>
        <translation>Keine Seite enthält diese Wörter.</translation>
    </message>
</context>
<context>
    <name>heteroscope::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
</context>
<context>
    <name>heteroscope::InspectorPage</name>
    <message>
        <source>Edit over time …</source>
        <translation>Über der Zeit bearbeiten …</translation>
    </message>
    <message>
        <source>Draw its rate over time (Alt+7)</source>
        <translation>Seine Rate über der Zeit zeichnen (Alt+7)</translation>
    </message>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::JobsModel</name>
    <message>
        <source>The project&apos;s own job</source>
        <translation>Der eigene Job des Projekts</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keiner</translation>
    </message>
    <message>
        <source>shares no link</source>
        <translation>teilt keinen Link</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>Step alone</source>
        <translation>Schritt allein</translation>
    </message>
    <message>
        <source>Step together</source>
        <translation>Schritt gemeinsam</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
</context>
<context>
    <name>heteroscope::JobsView</name>
    <message>
        <source>New job of the selection</source>
        <translation>Neuer Job aus der Auswahl</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>See together</source>
        <translation>Gemeinsam ansehen</translation>
    </message>
    <message>
        <source>Plan in turn</source>
        <translation>Reihum planen</translation>
    </message>
    <message>
        <source>Use these plans</source>
        <translation>Diese Pläne verwenden</translation>
    </message>
    <message>
        <source>A further job on the selected nodes and devices, with the model and training of the project&apos;s own; no other job has these devices then</source>
        <translation>Ein weiterer Job auf den ausgewählten Knoten und Geräten, mit Modell und Training des eigenen; kein anderer Job hat diese Geräte dann</translation>
    </message>
    <message>
        <source>The best plan of one job after the other beside the others, until none improves; that they are the best together is not proved</source>
        <translation>Der beste Plan eines Jobs nach dem anderen neben den übrigen, bis sich keiner verbessert; dass sie zusammen die besten sind, ist nicht bewiesen</translation>
    </message>
    <message>
        <source>Jobs of the project, with their steps alone and together</source>
        <translation>Jobs des Projekts, mit ihren Schritten allein und gemeinsam</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Planning the jobs in turn ...</source>
        <translation>Die Jobs werden reihum geplant ...</translation>
    </message>
    <message>
        <source>Simulating the jobs together ...</source>
        <translation>Die Jobs werden gemeinsam simuliert ...</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>One job on this cluster</source>
        <translation>Ein Job auf diesem Cluster</translation>
    </message>
    <message>
        <source>select nodes on the canvas to give them to a further job</source>
        <translation>Knoten auf der Zeichenfläche auswählen, um sie einem weiteren Job zu geben</translation>
    </message>
    <message>
        <source>%1 jobs on this cluster</source>
        <translation>%1 Jobs auf diesem Cluster</translation>
    </message>
    <message>
        <source>what was found is from before the edit</source>
        <translation>was gefunden wurde, ist von vor der Änderung</translation>
    </message>
    <message>
        <source>%1 plans changed</source>
        <translation>%1 Pläne geändert</translation>
    </message>
    <message>
        <source>No better plans</source>
        <translation>Keine besseren Pläne</translation>
    </message>
    <message>
        <source>%1 searches in turn; that they are the best together is not proved</source>
        <translation>%1 Suchen reihum; dass sie zusammen die besten sind, ist nicht bewiesen</translation>
    </message>
    <message>
        <source>Together up to %1 slower</source>
        <translation>Gemeinsam bis zu %1 langsamer</translation>
    </message>
    <message>
        <source>the means of the steps did not settle</source>
        <translation>die Mittelwerte der Schritte kamen nicht zur Ruhe</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>New job</source>
        <translation>Neuer Job</translation>
    </message>
    <message>
        <source>Remove job</source>
        <translation>Job entfernen</translation>
    </message>
    <message>
        <source>Plans of the jobs</source>
        <translation>Pläne der Jobs</translation>
    </message>
    <message>
        <source>planned together</source>
        <translation>gemeinsam geplant</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Double click, or F2, changes name, model, batch and sequence length of a further job</source>
        <translation>Ein Doppelklick oder F2 ändert Name, Modell, Batch und Sequenzlänge eines weiteren Jobs</translation>
    </message>
    <message>
        <source>Rename job</source>
        <translation>Job umbenennen</translation>
    </message>
    <message>
        <source>Model of %1</source>
        <translation>Modell von %1</translation>
    </message>
    <message>
        <source>Training of %1</source>
        <translation>Training von %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::LaneDelegate</name>
    <message>
        <source>Lane of the rank</source>
        <translation>Spur des Rangs</translation>
    </message>
</context>
<context>
    <name>heteroscope::LessonAuthor</name>
    <message>
        <source>Write a lesson</source>
        <translation>Lektion schreiben</translation>
    </message>
    <message>
        <source>Preview of the lesson</source>
        <translation>Vorschau der Lektion</translation>
    </message>
    <message>
        <source>Text of the lesson</source>
        <translation>Text der Lektion</translation>
    </message>
    <message>
        <source>Mistakes of the lesson</source>
        <translation>Fehler der Lektion</translation>
    </message>
    <message>
        <source>Enter or a double click leads to the place in the text</source>
        <translation>Enter oder ein Doppelklick führt zur Stelle im Text</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Check by playing</source>
        <translation>Durch Spielen prüfen</translation>
    </message>
    <message>
        <source>Simulates every step: one right answer to each question, goals that can be reached, formulas that agree</source>
        <translation>Simuliert jeden Schritt: eine richtige Antwort auf jede Frage, erreichbare Ziele, Formeln, die stimmen</translation>
    </message>
    <message>
        <source>Play in the window</source>
        <translation>Im Fenster spielen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>new.lesson.json</source>
        <translation>neu.lesson.json</translation>
    </message>
    <message>
        <source>%1[*] – write a lesson</source>
        <translation>%1[*] – Lektion schreiben</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>%1 kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>%1 was not written</source>
        <translation>%1 wurde nicht geschrieben</translation>
    </message>
    <message>
        <source>The text is a lesson of %1 steps.</source>
        <translation>Der Text ist eine Lektion von %1 Schritten.</translation>
    </message>
    <message>
        <source>%1 mistakes; the preview is as it was before them.</source>
        <translation>%1 Fehler; die Vorschau ist, wie sie vorher war.</translation>
    </message>
    <message>
        <source>Playing …</source>
        <translation>Spielt …</translation>
    </message>
    <message>
        <source>Played to its end: each question has one right answer, each goal can be reached, and the formulas agree with the simulation.</source>
        <translation>Bis zum Ende gespielt: jede Frage hat eine richtige Antwort, jedes Ziel ist erreichbar, und die Formeln stimmen mit der Simulation überein.</translation>
    </message>
    <message>
        <source>Playing it found %1 mistakes.</source>
        <translation>Das Spielen fand %1 Fehler.</translation>
    </message>
    <message>
        <source>1 mistake; the preview is as it was before it.</source>
        <translation>1 Fehler; die Vorschau ist, wie sie davor war.</translation>
    </message>
    <message>
        <source>Playing it found 1 mistake.</source>
        <translation>Beim Spielen fand sich 1 Fehler.</translation>
    </message>
</context>
<context>
    <name>heteroscope::LessonCommands</name>
    <message>
        <source>%1 is no lesson that can be played</source>
        <translation>%1 ist keine Lektion, die gespielt werden kann</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>Lektion speichern</translation>
    </message>
    <message>
        <source>Folder of the sheets</source>
        <translation>Ordner der Blätter</translation>
    </message>
    <message>
        <source>Save the verdicts</source>
        <translation>Die Bewertungen speichern</translation>
    </message>
</context>
<context>
    <name>heteroscope::LessonCurve</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::LessonPlayer</name>
    <message>
        <source>Begin a step of the lesson</source>
        <translation>Schritt der Lektion beginnen</translation>
    </message>
    <message>
        <source>Show what was asked</source>
        <translation>Gefragtes zeigen</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>Lektion: %1</translation>
    </message>
    <message>
        <source>In this lesson only its own controls may be changed</source>
        <translation>In dieser Lektion lassen sich nur ihre eigenen Regler ändern</translation>
    </message>
</context>
<context>
    <name>heteroscope::LessonView</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Each lesson is a project that you can change. It asks before it shows, and checks by simulation.</source>
        <translation>Jede Lektion ist ein Projekt, das Sie ändern können. Sie fragt, bevor sie zeigt, und prüft durch Simulation.</translation>
    </message>
    <message>
        <source>Start the lesson</source>
        <translation>Lektion beginnen</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 von %2 Schritten</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Lesson %1 of %2 · the end</source>
        <translation>Lektion %1 von %2 · Ende</translation>
    </message>
    <message>
        <source>Lesson %1 of %2 · step %3 of %4</source>
        <translation>Lektion %1 von %2 · Schritt %3 von %4</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>Lektion verlassen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Hint %1 of %2</source>
        <translation>Hinweis %1 von %2</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>Alle Lektionen</translation>
    </message>
    <message>
        <source>Simulating …</source>
        <translation>Simulation läuft …</translation>
    </message>
    <message>
        <source>✓ Right: %1</source>
        <translation>✓ Richtig: %1</translation>
    </message>
    <message>
        <source>✗ Not so. Simulated: %1</source>
        <translation>✗ Nicht ganz. Simuliert: %1</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>Reached: %1</source>
        <translation>Erreicht: %1</translation>
    </message>
    <message>
        <source>Not reached: %1</source>
        <translation>Nicht erreicht: %1</translation>
    </message>
    <message>
        <source>%1: measured %2, simulated %3 (%4)</source>
        <translation>%1: gemessen %2, simuliert %3 (%4)</translation>
    </message>
    <message>
        <source>Predict first</source>
        <translation>Erst vorhersagen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>The formula, with your numbers</source>
        <translation>Die Formel mit Ihren Zahlen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Goals</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Hints</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Line: formula. Points: simulated, the large one where you are.</source>
        <translation>Linie: Formel. Punkte: simuliert, der große zeigt, wo Sie sind.</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>What you saw</source>
        <translation>Was Sie gesehen haben</translation>
    </message>
    <message>
        <source>To read on</source>
        <translation>Zum Weiterlesen</translation>
    </message>
    <message>
        <source>Open a file …</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>Write a lesson …</source>
        <translation>Lektion schreiben …</translation>
    </message>
    <message>
        <source>Exercise sheets …</source>
        <translation>Übungsblätter …</translation>
    </message>
    <message>
        <source>The end</source>
        <translation>Das Ende</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Grade hand-ins …</source>
        <translation>Abgaben bewerten …</translation>
    </message>
    <message>
        <source>In this lesson only its own controls may be changed.</source>
        <translation>In dieser Lektion lassen sich nur ihre eigenen Regler ändern.</translation>
    </message>
</context>
<context>
    <name>heteroscope::LibraryCommands</name>
    <message>
        <source>Links are now drawn as %1: drag from port to port</source>
        <translation>Links werden jetzt als %1 gezeichnet: von Port zu Port ziehen</translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation>%1 trainieren</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Add a cluster of %1 items</source>
        <translation>Cluster aus %1 Objekten hinzufügen</translation>
    </message>
</context>
<context>
    <name>heteroscope::LoadPages</name>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>How fast each operation runs, and how fast its device would let it run</source>
        <translation>Wie schnell jede Operation läuft, und wie schnell ihr Gerät sie laufen ließe</translation>
    </message>
    <message>
        <source>What the heat map shows</source>
        <translation>Was die Heatmap zeigt</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>The roofline appears with the first simulated step.</source>
        <translation>Die Roofline erscheint mit dem ersten simulierten Schritt.</translation>
    </message>
    <message>
        <source>This step cannot be opened: %1</source>
        <translation>Dieser Schritt lässt sich nicht zerlegen: %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::LoadView</name>
    <message>
        <source>Where the time goes</source>
        <translation>Wohin die Zeit geht</translation>
    </message>
    <message>
        <source>all lanes</source>
        <translation>alle Spuren</translation>
    </message>
    <message>
        <source>exposed %1 · bubble %2</source>
        <translation>exponiert %1 · Bubble %2</translation>
    </message>
    <message>
        <source>share of %1</source>
        <translation>Anteil an %1</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>peak memory / capacity</source>
        <translation>Spitzenspeicher / Kapazität</translation>
    </message>
    <message>
        <source>The load appears with the first simulated step.</source>
        <translation>Die Last erscheint mit dem ersten simulierten Schritt.</translation>
    </message>
    <message>
        <source>%1: %2 %3 = %4 of the step</source>
        <translation>%1: %2 %3 = %4 des Schritts</translation>
    </message>
    <message>
        <source>%1: weights %2, gradients %3, optimizer %4, activations %5, logits %6, buffers %7, reserve %8</source>
        <translation>%1: Gewichte %2, Gradienten %3, Optimierer %4, Aktivierungen %5, Logits %6, Puffer %7, Reserve %8</translation>
    </message>
</context>
<context>
    <name>heteroscope::LossQuestion</name>
    <message>
        <source>Without %1: %2</source>
        <translation>Ohne %1: %2</translation>
    </message>
    <message>
        <source>planning ...</source>
        <translation>plant ...</translation>
    </message>
    <message>
        <source>no plan found within %1</source>
        <translation>kein Plan in %1 gefunden</translation>
    </message>
    <message>
        <source>no plan fits</source>
        <translation>kein Plan passt</translation>
    </message>
    <message>
        <source>%1, the plan on show goes on</source>
        <translation>%1, der gezeigte Plan läuft weiter</translation>
    </message>
    <message>
        <source>nothing to go on from</source>
        <translation>nichts, von dem aus es weitergeht</translation>
    </message>
    <message>
        <source>%1 to go back to a checkpoint</source>
        <translation>%1 zurück zu einem Checkpoint</translation>
    </message>
    <message>
        <source>%1 to move %2</source>
        <translation>%1, um %2 zu bewegen</translation>
    </message>
    <message>
        <source>%1, %2 fits, %3</source>
        <translation>%1, %2 passt, %3</translation>
    </message>
</context>
<context>
    <name>heteroscope::MainWindow</name>
    <message>
        <source>The language is chosen</source>
        <translation>Die Sprache ist gewählt</translation>
    </message>
    <message>
        <source>It is used from the next start on.</source>
        <translation>Sie gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>%1[*] – HeteroScope</source>
        <translation>%1[*] – HeteroScope</translation>
    </message>
    <message>
        <source>HeteroScope %1</source>
        <translation>HeteroScope %1</translation>
    </message>
    <message>
        <source>See where every millisecond of training goes on mixed hardware.
Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Sehen, wohin auf gemischter Hardware jede Millisekunde des Trainings geht.
Freie Software unter der GNU General Public License, Version 3 oder später.</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>The keyboard is in: %1</source>
        <translation>Die Tastatur ist in: %1</translation>
    </message>
    <message>
        <source>%1[*] – calibration %2 – HeteroScope</source>
        <translation>%1[*] – Kalibrierung %2 – HeteroScope</translation>
    </message>
</context>
<context>
    <name>heteroscope::MarkerList</name>
    <message>
        <source>Previous</source>
        <translation>Vorherige</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächste</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Markers of the timeline</source>
        <translation>Markierungen der Zeitachse</translation>
    </message>
    <message>
        <source>M in the timeline writes a marker</source>
        <translation>M in der Zeitachse schreibt eine Markierung</translation>
    </message>
    <message>
        <source>1 marker</source>
        <translation>1 Markierung</translation>
    </message>
    <message>
        <source>%1 markers</source>
        <translation>%1 Markierungen</translation>
    </message>
</context>
<context>
    <name>heteroscope::MarkerModel</name>
    <message>
        <source>%1, after the step</source>
        <translation>%1, nach dem Schritt</translation>
    </message>
    <message>
        <source>whole step</source>
        <translation>ganzer Schritt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>Markierung</translation>
    </message>
</context>
<context>
    <name>heteroscope::MeasuredView</name>
    <message>
        <source>Open trace …</source>
        <translation>Trace öffnen …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>CSV exportieren</translation>
    </message>
    <message>
        <source>A trace of the PyTorch profiler or of Chakra, one file a rank, or the pipeline dumps of Primus</source>
        <translation>Ein Trace des PyTorch-Profilers oder von Chakra, eine Datei je Rang, oder die Pipeline-Dumps von Primus</translation>
    </message>
    <message>
        <source>Forgets the trace</source>
        <translation>Vergisst den Trace</translation>
    </message>
    <message>
        <source>Writes the causes as comma-separated values</source>
        <translation>Schreibt die Ursachen als kommagetrennte Werte</translation>
    </message>
    <message>
        <source>Error by cause</source>
        <translation>Fehler nach Ursache</translation>
    </message>
    <message>
        <source>Ranks and their lanes</source>
        <translation>Ränge und ihre Spuren</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>The trace was not opened</source>
        <translation>Der Trace wurde nicht geöffnet</translation>
    </message>
    <message>
        <source>%1 is no trace that can be read. Open a trace of the PyTorch profiler or of Chakra, one file a rank, or the pipeline dumps of Primus.</source>
        <translation>%1 ist kein lesbarer Trace. Öffnen Sie einen Trace des PyTorch-Profilers oder von Chakra, eine Datei je Rang, oder die Pipeline-Dumps von Primus.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>The run had %1 ranks, the plan has %2 devices.</source>
        <translation>Der Lauf hatte %1 Ränge, der Plan hat %2 Geräte.</translation>
    </message>
    <message>
        <source>Means over the ranks of the trace and the lanes they are taken for; “Ranks” changes these.</source>
        <translation>Mittel über die Ränge des Traces und die Spuren, für die sie gehalten werden; „Ränge“ ändert diese.</translation>
    </message>
    <message>
        <source>Reading the trace</source>
        <translation>Trace wird gelesen</translation>
    </message>
    <message>
        <source>large ones take some seconds</source>
        <translation>große dauern einige Sekunden</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>Noch nichts gemessen</translation>
    </message>
    <message>
        <source>open a trace of a real run to see how far the simulation is from it, and why</source>
        <translation>öffnen Sie den Trace eines echten Laufs, um zu sehen, wie weit die Simulation davon entfernt ist, und warum</translation>
    </message>
    <message>
        <source>is compared with the first simulated step</source>
        <translation>wird mit dem ersten simulierten Schritt verglichen</translation>
    </message>
    <message>
        <source>Simulated is %1 off</source>
        <translation>Simulation weicht um %1 ab</translation>
    </message>
    <message>
        <source>%1: measured %2, simulated %3; most: %4, %5</source>
        <translation>%1: gemessen %2, simuliert %3; am meisten: %4, %5</translation>
    </message>
    <message>
        <source>Open a trace, one file a rank</source>
        <translation>Trace öffnen, eine Datei je Rang</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.et *.log *.txt);;All files (*)</source>
        <translation>Traces (*.json *.json.gz *.et *.log *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Export the causes</source>
        <translation>Ursachen exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>The table was not saved</source>
        <translation>Die Tabelle wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>Calibrate from this</source>
        <translation>Daraus kalibrieren</translation>
    </message>
    <message>
        <source>Makes the devices of each type as fast as they were measured, as one undo step; “Factors” shows by how much</source>
        <translation>Macht die Geräte jedes Typs so schnell, wie sie gemessen wurden, als ein Schritt zum Rückgängigmachen; „Faktoren“ zeigt, um wie viel</translation>
    </message>
    <message>
        <source>Speed of the devices against the simulated one</source>
        <translation>Geschwindigkeit der Geräte gegenüber der simulierten</translation>
    </message>
    <message>
        <source>Factors</source>
        <translation>Faktoren</translation>
    </message>
    <message>
        <source>Calibrate from %1</source>
        <translation>Aus %1 kalibrieren</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Calibrated: the step took %1 before, takes %2 now, and was measured at %3; undo takes it back.</source>
        <translation>Kalibriert: der Schritt dauerte vorher %1, dauert jetzt %2 und wurde mit %3 gemessen; Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>Calibrate the software</source>
        <translation>Software kalibrieren</translation>
    </message>
    <message>
        <source>Makes all devices faster or slower by one factor, that of the job’s software stack, those that the trace did not run on, too</source>
        <translation>Macht alle Geräte um einen Faktor schneller oder langsamer, den des Software-Stacks, auch die, auf denen der Trace nicht lief</translation>
    </message>
    <message>
        <source>Calibrate %1 from %2</source>
        <translation>%1 aus %2 kalibrieren</translation>
    </message>
    <message>
        <source>%1, all devices</source>
        <translation>%1, alle Geräte</translation>
    </message>
    <message>
        <source>All devices have the factor ×%1 of %2, but the job runs %3.</source>
        <translation>Alle Geräte haben den Faktor ×%1 von %2, aber der Auftrag läuft mit %3.</translation>
    </message>
</context>
<context>
    <name>heteroscope::MemoryPages</name>
    <message>
        <source>Peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>Über der Zeit</translation>
    </message>
    <message>
        <source>By schedule</source>
        <translation>Nach Schedule</translation>
    </message>
    <message>
        <source>How many micro-batches each stage holds, and how much memory, under every schedule of this plan</source>
        <translation>Wie viele Micro-Batches jede Stufe hält, und wie viel Speicher, unter jedem Schedule dieses Plans</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Beyond it</source>
        <translation>Darüber</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>Unterwegs</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Beyond the limit</source>
        <translation>Über der Grenze</translation>
    </message>
    <message>
        <source>%1 holds</source>
        <translation>%1 hält</translation>
    </message>
    <message>
        <source>%1 peak</source>
        <translation>%1 Spitze</translation>
    </message>
    <message>
        <source>%1, on show</source>
        <translation>%1, gezeigt</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
</context>
<context>
    <name>heteroscope::MemoryTimeView</name>
    <message>
        <source>Memory over the step</source>
        <translation>Speicher über den Schritt</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>Unterwegs</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Beyond it</source>
        <translation>Darüber</translation>
    </message>
    <message>
        <source>the fullest lane of each stage</source>
        <translation>die vollste Spur jeder Stufe</translation>
    </message>
    <message>
        <source>the selected lanes</source>
        <translation>die gewählten Spuren</translation>
    </message>
    <message>
        <source>%1 needs %2 more than it has</source>
        <translation>%1 braucht %2 mehr, als es hat</translation>
    </message>
    <message>
        <source>each point is the max of %1</source>
        <translation>jeder Punkt ist das Maximum von %1</translation>
    </message>
    <message>
        <source>seconds of the step</source>
        <translation>Sekunden des Schritts</translation>
    </message>
    <message>
        <source>GiB per device</source>
        <translation>GiB je Gerät</translation>
    </message>
    <message>
        <source>beyond the limit</source>
        <translation>über der Grenze</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>Grenze %1</translation>
    </message>
    <message>
        <source>%1 from %2: %3, %4 in flight</source>
        <translation>%1 ab %2: %3, %4 unterwegs</translation>
    </message>
    <message>
        <source>%1 beyond the limit</source>
        <translation>%1 über der Grenze</translation>
    </message>
</context>
<context>
    <name>heteroscope::MemoryView</name>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Peak memory of each lane</source>
        <translation>Spitzenspeicher jeder Spur</translation>
    </message>
    <message>
        <source>Fullest, %1</source>
        <translation>Vollste, %1</translation>
    </message>
    <message>
        <source>beyond the capacity</source>
        <translation>über der Kapazität</translation>
    </message>
    <message>
        <source>GiB per device</source>
        <translation>GiB je Gerät</translation>
    </message>
</context>
<context>
    <name>heteroscope::MessagesView</name>
    <message>
        <source>Apply fix: %1</source>
        <translation>Beheben: %1</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>The shown plan breaks a rule: %1</source>
        <translation>Der gezeigte Plan verletzt eine Regel: %1</translation>
    </message>
    <message>
        <source>search for a plan that obeys it, or change the rule</source>
        <translation>einen Plan suchen, der sie einhält, oder die Regel ändern</translation>
    </message>
    <message>
        <source>The project&apos;s plan cannot run: %1</source>
        <translation>Der Plan des Projekts kann nicht laufen: %1</translation>
    </message>
    <message>
        <source>apply a plan of the ranking, or edit the plan by hand</source>
        <translation>einen Plan der Rangliste übernehmen oder den Plan von Hand ändern</translation>
    </message>
    <message>
        <source>No plan fits: %1</source>
        <translation>Kein Plan passt: %1</translation>
    </message>
    <message>
        <source>add devices or memory, or choose a smaller model or batch</source>
        <translation>Geräte oder Speicher hinzufügen oder ein kleineres Modell oder einen kleineren Batch wählen</translation>
    </message>
</context>
<context>
    <name>heteroscope::Minimap</name>
    <message>
        <source>Map of the cluster</source>
        <translation>Karte des Clusters</translation>
    </message>
</context>
<context>
    <name>heteroscope::NoteText</name>
    <message>
        <source>Text of the note</source>
        <translation>Text der Notiz</translation>
    </message>
</context>
<context>
    <name>heteroscope::OverlayView</name>
    <message>
        <source>Measured ranks beside simulated lanes</source>
        <translation>Gemessene Ränge neben simulierten Spuren</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 Rang</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ränge</translation>
    </message>
    <message>
        <source>above, simulated:</source>
        <translation>oben, simuliert:</translation>
    </message>
    <message>
        <source>below, measured:</source>
        <translation>unten, gemessen:</translation>
    </message>
    <message>
        <source>Open a trace of a real run, or drop it here: PyTorch profiler, Chakra, Primus.</source>
        <translation>Öffnen Sie den Trace eines echten Laufs oder ziehen Sie ihn hierher: PyTorch-Profiler, Chakra, Primus.</translation>
    </message>
    <message>
        <source>%1, simulated: %2, %3 from %4</source>
        <translation>%1, simuliert: %2, %3 ab %4</translation>
    </message>
    <message>
        <source>rank %1, measured: %2, %3 from %4</source>
        <translation>Rang %1, gemessen: %2, %3 ab %4</translation>
    </message>
</context>
<context>
    <name>heteroscope::PaletteModel</name>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>%1 %2 (%3)
%4 memory at %5, %6 TFLOP/s in 16 bit
%7</source>
        <translation>%1 %2 (%3)
%4 Speicher mit %5, %6 TFLOP/s in 16 Bit
%7</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>any ports</source>
        <translation>Ports frei</translation>
    </message>
    <message>
        <source>Drag onto the canvas</source>
        <translation>Auf die Zeichenfläche ziehen</translation>
    </message>
    <message>
        <source>%1
%2 per direction, %3
Choose it, then draw links from port to port
%4</source>
        <translation>%1
%2 je Richtung, %3
Wählen, dann Links von Port zu Port ziehen
%4</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>Öffnet %1</translation>
    </message>
    <message>
        <source>%1 more …</source>
        <translation>%1 weitere …</translation>
    </message>
    <message>
        <source>%1
In this project&apos;s catalog</source>
        <translation>%1
Im Katalog dieses Projekts</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>free text</source>
        <translation>freier Text</translation>
    </message>
    <message>
        <source>Drag onto the canvas, then write: Ctrl+Enter takes the text</source>
        <translation>Auf die Zeichenfläche ziehen, dann schreiben: Strg+Eingabe übernimmt den Text</translation>
    </message>
</context>
<context>
    <name>heteroscope::PaletteView</name>
    <message>
        <source>Search the palette</source>
        <translation>Palette durchsuchen</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Palette</translation>
    </message>
    <message>
        <source>Open the example</source>
        <translation>Das Beispiel öffnen</translation>
    </message>
    <message>
        <source>Draw links as this</source>
        <translation>Links so zeichnen</translation>
    </message>
    <message>
        <source>Add to the canvas</source>
        <translation>Auf die Zeichenfläche setzen</translation>
    </message>
</context>
<context>
    <name>heteroscope::ParallelPlot</name>
    <message>
        <source>Plans on parallel axes</source>
        <translation>Pläne auf parallelen Achsen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The plans appear with the first search.</source>
        <translation>Die Pläne erscheinen mit der ersten Suche.</translation>
    </message>
</context>
<context>
    <name>heteroscope::ParallelView</name>
    <message>
        <source>All plans</source>
        <translation>Alle Pläne</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>Drag along an axis to keep the plans within; click it to let them go</source>
        <translation>Entlang einer Achse ziehen behält die Pläne darin; ein Klick darauf gibt sie frei</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>%1 of %2 plans</source>
        <translation>%1 von %2 Plänen</translation>
    </message>
</context>
<context>
    <name>heteroscope::ParetoModel</name>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
</context>
<context>
    <name>heteroscope::ParetoPlot</name>
    <message>
        <source>Pareto chart</source>
        <translation>Pareto-Diagramm</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No plan shown is better in both.</source>
        <translation>Kein gezeigter Plan ist in beidem besser.</translation>
    </message>
    <message>
        <source>Point %1 is better: %2 %3, %4 %5</source>
        <translation>Punkt %1 ist besser: %2 %3, %4 %5</translation>
    </message>
    <message>
        <source>your plan, shown</source>
        <translation>eigener Plan, gezeigt</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>gezeigt</translation>
    </message>
</context>
<context>
    <name>heteroscope::ParetoView</name>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagerechte Achse</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>Senkrechte Achse</translation>
    </message>
    <message>
        <source>against</source>
        <translation>gegen</translation>
    </message>
    <message>
        <source>Plans of the front</source>
        <translation>Pläne der Front</translation>
    </message>
    <message>
        <source>Left and below is better. A click shows a plan, a double click or Enter applies it.</source>
        <translation>Links und unten ist besser. Ein Klick zeigt einen Plan, ein Doppelklick oder die Eingabetaste übernimmt ihn.</translation>
    </message>
    <message>
        <source>One worse plan is outside the axes; scroll to see it.</source>
        <translation>Ein schlechterer Plan liegt außerhalb der Achsen; das Mausrad zeigt ihn.</translation>
    </message>
    <message>
        <source>%1 worse plans are outside the axes; scroll to see them.</source>
        <translation>%1 schlechtere Pläne liegen außerhalb der Achsen; das Mausrad zeigt sie.</translation>
    </message>
    <message>
        <source>No prices</source>
        <translation>Keine Preise</translation>
    </message>
    <message>
        <source>no device type of this cluster has one: give it a pricePerHour in the project file</source>
        <translation>kein Gerätetyp dieses Clusters hat einen: pricePerHour in der Projektdatei angeben</translation>
    </message>
    <message>
        <source>Use energy</source>
        <translation>Energie verwenden</translation>
    </message>
    <message>
        <source>No plans yet</source>
        <translation>Noch keine Pläne</translation>
    </message>
    <message>
        <source>draw a node, or open an example</source>
        <translation>einen Knoten zeichnen oder ein Beispiel öffnen</translation>
    </message>
    <message>
        <source>they appear with the search</source>
        <translation>sie erscheinen mit der Suche</translation>
    </message>
    <message>
        <source>no plan fits this cluster; Strategies says why</source>
        <translation>kein Plan passt auf diesen Cluster; Strategien nennt die Gründe</translation>
    </message>
    <message>
        <source>F5 searches for them</source>
        <translation>F5 sucht sie</translation>
    </message>
    <message>
        <source>Searching ...</source>
        <translation>Suche läuft ...</translation>
    </message>
    <message>
        <source>%1 of %2 families; the plans shown are the best so far</source>
        <translation>%1 von %2 Familien; die gezeigten Pläne sind die bisher besten</translation>
    </message>
    <message>
        <source>the plans shown are the best so far</source>
        <translation>die gezeigten Pläne sind die bisher besten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Waiting for the search</source>
        <translation>Wartet auf die Suche</translation>
    </message>
    <message>
        <source>these plans are from before the edit</source>
        <translation>diese Pläne sind von vor der Änderung</translation>
    </message>
    <message>
        <source>so far only the plans of the ranking</source>
        <translation>bis jetzt nur die Pläne der Rangliste</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Exakt</translation>
    </message>
    <message>
        <source>one plan is best in both: cost counts the whole cluster, so it grows with the time</source>
        <translation>ein Plan ist in beidem der beste: die Kosten zählen den ganzen Cluster und wachsen mit der Zeit</translation>
    </message>
    <message>
        <source>no plan of %1 families is better in both than these %2, in %3</source>
        <translation>kein Plan aus %1 Familien ist in beidem besser als diese %2, in %3</translation>
    </message>
    <message>
        <source>Not exact</source>
        <translation>Nicht exakt</translation>
    </message>
    <message>
        <source>%1 of %2 families were not followed to their end and may hold better plans</source>
        <translation>%1 von %2 Familien wurden nicht bis zum Ende verfolgt und können bessere Pläne enthalten</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>The filter of Strategies shows %1 of %2 plans.</source>
        <translation>Der Filter der Strategien zeigt %1 von %2 Plänen.</translation>
    </message>
    <message>
        <source>▲ by the rules of another planner</source>
        <translation>▲ nach den Regeln eines anderen Planers</translation>
    </message>
    <message>
        <source>◇ outside the searched space</source>
        <translation>◇ außerhalb des durchsuchten Raums</translation>
    </message>
</context>
<context>
    <name>heteroscope::PictureCommands</name>
    <message>
        <source>The picture was not saved</source>
        <translation>Das Bild wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>Nothing was printed</source>
        <translation>Nichts wurde gedruckt</translation>
    </message>
    <message>
        <source>The printer rejected the page.</source>
        <translation>Der Drucker hat die Seite abgelehnt.</translation>
    </message>
</context>
<context>
    <name>heteroscope::PlanBoard</name>
    <message>
        <source>Stages of the plan</source>
        <translation>Stufen des Plans</translation>
    </message>
    <message>
        <source>%1 layers in %2 chunks</source>
        <translation>%1 Schichten in %2 Chunks</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 Schicht</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>%1 of %2 samples</source>
        <translation>%1 von %2 Beispielen</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>%1 zu viel</translation>
    </message>
    <message>
        <source>The stages appear with the first plan.</source>
        <translation>Die Stufen erscheinen mit dem ersten Plan.</translation>
    </message>
    <message>
        <source>Pipeline %1</source>
        <translation>Pipeline %1</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>Unbenutzt</translation>
    </message>
    <message>
        <source>Swap with %1 (stage %2)</source>
        <translation>Platz tauschen mit %1 (Stufe %2)</translation>
    </message>
    <message>
        <source>Join stage %1</source>
        <translation>Zu Stufe %1 dazu</translation>
    </message>
    <message>
        <source>Replace by unused %1</source>
        <translation>Durch unbenutzte %1 ersetzen</translation>
    </message>
    <message>
        <source>Drag: layers go from one stage to the other (Shift+Left, Shift+Right)</source>
        <translation>Ziehen: Schichten wechseln die Stufe (Umschalt+Links, Umschalt+Rechts)</translation>
    </message>
    <message>
        <source>The devices of this stage are pinned, for the planner as well; a click frees them (L)</source>
        <translation>Die Geräte dieser Stufe sind angeheftet, auch für den Planer; ein Klick löst sie (L)</translation>
    </message>
    <message>
        <source>Pin the devices of this stage, for the planner as well (L)</source>
        <translation>Die Geräte dieser Stufe anheften, auch für den Planer (L)</translation>
    </message>
    <message>
        <source>Peak memory %1 of %2 on each device</source>
        <translation>Spitzenspeicher %1 von %2 auf jedem Gerät</translation>
    </message>
    <message>
        <source>Move to a new stage</source>
        <translation>In eine neue Stufe verschieben</translation>
    </message>
    <message>
        <source>New stage behind this one from unused %1</source>
        <translation>Neue Stufe hinter dieser aus unbenutzten %1</translation>
    </message>
    <message>
        <source>Drag onto a group: these devices take its place; or between two stages: they become one</source>
        <translation>Auf eine Gruppe ziehen: diese Geräte nehmen ihren Platz ein; zwischen zwei Stufen: sie werden eine</translation>
    </message>
    <message>
        <source>Drag onto a group to change places with it, onto a stage to join it, or between two stages to become one; its menu does the same</source>
        <translation>Auf eine Gruppe ziehen, um die Plätze zu tauschen, auf eine Stufe, um sich anzuschließen, oder zwischen zwei Stufen, um eine zu werden; das Menü kann dasselbe</translation>
    </message>
    <message>
        <source>%1 x 1 sample</source>
        <translation>%1 x 1 Sample</translation>
    </message>
    <message>
        <source>%1 x %2 samples</source>
        <translation>%1 x %2 Samples</translation>
    </message>
</context>
<context>
    <name>heteroscope::PlanEditor</name>
    <message>
        <source>Use best plan</source>
        <translation>Besten Plan verwenden</translation>
    </message>
    <message>
        <source>Replaces the project&apos;s plan by the best known plan; can be undone</source>
        <translation>Ersetzt den Plan des Projekts durch den besten bekannten; lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>Move layers between stages</source>
        <translation>Schichten zwischen Stufen verschieben</translation>
    </message>
    <message>
        <source>Swap TP groups</source>
        <translation>TP-Gruppen tauschen</translation>
    </message>
    <message>
        <source>Move a TP group</source>
        <translation>TP-Gruppe verschieben</translation>
    </message>
    <message>
        <source>Replace devices</source>
        <translation>Geräte ersetzen</translation>
    </message>
    <message>
        <source>Not possible</source>
        <translation>Nicht möglich</translation>
    </message>
    <message>
        <source>No plan yet</source>
        <translation>Noch kein Plan</translation>
    </message>
    <message>
        <source>the best one appears here when the search has found it</source>
        <translation>der beste erscheint hier, wenn die Suche ihn gefunden hat</translation>
    </message>
    <message>
        <source>Cannot run</source>
        <translation>Kann nicht laufen</translation>
    </message>
    <message>
        <source>simulation starts</source>
        <translation>die Simulation beginnt</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>the search will show the difference to the best</source>
        <translation>den Abstand zum besten zeigt die Suche</translation>
    </message>
    <message>
        <source>no plan in the space is faster: proved</source>
        <translation>kein Plan im Suchraum ist schneller: bewiesen</translation>
    </message>
    <message>
        <source>as good as the best known</source>
        <translation>so gut wie der beste bekannte</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>against the best; %1</source>
        <translation>gegen den besten; %1</translation>
    </message>
    <message>
        <source>Unlock stage %1</source>
        <translation>Stufe %1 lösen</translation>
    </message>
    <message>
        <source>Lock stage %1</source>
        <translation>Stufe %1 festhalten</translation>
    </message>
    <message>
        <source>New stage</source>
        <translation>Neue Stufe</translation>
    </message>
</context>
<context>
    <name>heteroscope::ProjectFiles</name>
    <message>
        <source>Nothing is lost: the changes are still in this window, and a copy is kept in %1. &quot;Save as&quot; writes them to another place.</source>
        <translation>Nichts ist verloren: Die Änderungen sind noch in diesem Fenster, und eine Kopie liegt in %1. „Speichern unter“ schreibt sie an einen anderen Ort.</translation>
    </message>
    <message>
        <source>Nothing is lost: the changes are still in this window. &quot;Save as&quot; writes them to another place.</source>
        <translation>Nichts ist verloren: Die Änderungen sind noch in diesem Fenster. „Speichern unter“ schreibt sie an einen anderen Ort.</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>%1 kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>A copy of %1; saving asks for a name</source>
        <translation>Eine Kopie von %1; beim Speichern wird nach einem Namen gefragt</translation>
    </message>
    <message>
        <source>The project is not saved</source>
        <translation>Das Projekt ist nicht gespeichert</translation>
    </message>
    <message>
        <source>%1 is open elsewhere (%2). Close it there, or choose another name.</source>
        <translation>%1 ist anderswo geöffnet (%2). Dort schließen oder einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>No copy of unsaved changes is kept: save now</source>
        <translation>Von ungespeicherten Änderungen wird keine Kopie gehalten: jetzt speichern</translation>
    </message>
    <message>
        <source>No unsaved work from earlier windows</source>
        <translation>Keine ungespeicherte Arbeit früherer Fenster</translation>
    </message>
    <message>
        <source>Restored %1; it is not saved yet</source>
        <translation>%1 wiederhergestellt; noch nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>heteroscope::QuantityField</name>
    <message>
        <source>Unit of %1</source>
        <translation>Einheit von %1</translation>
    </message>
    <message>
        <source>A number between %1 and %2</source>
        <translation>Eine Zahl zwischen %1 und %2</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>gemischt</translation>
    </message>
</context>
<context>
    <name>heteroscope::RankModel</name>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Taken for</source>
        <translation>Gilt als</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>heteroscope::RecipeForm</name>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Nodes of another kind</source>
        <translation>Knoten anderer Art</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Fabric</translation>
    </message>
    <message>
        <source>Single switch</source>
        <translation>Einzelner Switch</translation>
    </message>
    <message>
        <source>Fat tree</source>
        <translation>Fat-Tree</translation>
    </message>
    <message>
        <source>Rail-optimized</source>
        <translation>Rail-optimiert</translation>
    </message>
    <message>
        <source>Rail-only</source>
        <translation>Nur Rails</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>Torus</source>
        <translation>Torus</translation>
    </message>
    <message>
        <source>Zones with slow uplinks</source>
        <translation>Zonen mit langsamen Uplinks</translation>
    </message>
    <message>
        <source> : 1</source>
        <translation> : 1</translation>
    </message>
    <message>
        <source>Bandwidth of the nodes below a leaf / bandwidth of its uplink</source>
        <translation>Bandbreite der Knoten unter einem Leaf durch die seines Uplinks</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Default: 4 nodes below a leaf, 32 nodes on one set of rails</source>
        <translation>Standard: 4 Knoten unter einem Leaf, 32 Knoten an einem Satz Rails</translation>
    </message>
    <message>
        <source>as square as possible</source>
        <translation>so quadratisch wie möglich</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Oversubscription</source>
        <translation>Überbuchung</translation>
    </message>
    <message>
        <source>Nodes per leaf</source>
        <translation>Knoten je Leaf</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Reihen</translation>
    </message>
    <message>
        <source>Uplinks</source>
        <translation>Uplinks</translation>
    </message>
    <message>
        <source>Number of nodes</source>
        <translation>Anzahl der Knoten</translation>
    </message>
    <message>
        <source>Kind of node</source>
        <translation>Art des Knotens</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>Link of a node</source>
        <translation>Link eines Knotens</translation>
    </message>
    <message>
        <source>Remove these nodes</source>
        <translation>Diese Knoten entfernen</translation>
    </message>
</context>
<context>
    <name>heteroscope::RecoveryDialog</name>
    <message>
        <source>today %1</source>
        <translation>heute %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>never saved</source>
        <translation>nie gespeichert</translation>
    </message>
    <message>
        <source>%1, %2 devices, %3</source>
        <translation>%1, %2 Geräte, %3</translation>
    </message>
    <message>
        <source>Unsaved work</source>
        <translation>Ungespeicherte Arbeit</translation>
    </message>
    <message>
        <source>Unsaved work was kept</source>
        <translation>Ungespeicherte Arbeit wurde aufbewahrt</translation>
    </message>
    <message>
        <source>Unsaved work of %1 windows was kept</source>
        <translation>Ungespeicherte Arbeit aus %1 Fenstern wurde aufbewahrt</translation>
    </message>
    <message>
        <source>A window ended before its changes were saved. Restored work opens as it was a few seconds before; nothing is written to its file until you save.</source>
        <translation>Ein Fenster endete, bevor seine Änderungen gespeichert waren. Wiederhergestellte Arbeit öffnet sich, wie sie wenige Sekunden zuvor war; in ihre Datei wird erst beim Speichern geschrieben.</translation>
    </message>
    <message>
        <source>Kept work</source>
        <translation>Aufbewahrte Arbeit</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
</context>
<context>
    <name>heteroscope::RooflineView</name>
    <message>
        <source>%1 FLOP/B</source>
        <translation>%1 FLOP/B</translation>
    </message>
    <message>
        <source>Roofline of the operations</source>
        <translation>Roofline der Operationen</translation>
    </message>
    <message>
        <source>The roofline appears with the first simulated step.</source>
        <translation>Die Roofline erscheint mit dem ersten simulierten Schritt.</translation>
    </message>
    <message>
        <source>No operation of this lane is priced by its shape.</source>
        <translation>Keine Operation dieser Spur wird nach ihrer Form berechnet.</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Bewegt</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>Achieved</source>
        <translation>Erreicht</translation>
    </message>
    <message>
        <source>Roof</source>
        <translation>Dach</translation>
    </message>
    <message>
        <source>Of the roof</source>
        <translation>Vom Dach</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>FLOP for each byte moved</source>
        <translation>FLOP je bewegtem Byte</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>Spitze %1</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>Speicher %1</translation>
    </message>
    <message>
        <source>%1: the operations take %2 and reach %3 of their roofs in the mean; %4 of the computing time is not theirs. The squares in a row at the foot do no FLOP.</source>
        <translation>%1: Die Operationen dauern %2 und erreichen im Mittel %3 ihrer Dächer; %4 der Rechenzeit gehört nicht ihnen. Die Quadrate in der Reihe am Fuß rechnen keine FLOP.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::RuleRow</name>
    <message>
        <source>All of it is used</source>
        <translation>Alles davon wird genutzt</translation>
    </message>
    <message>
        <source>Used only in stages</source>
        <translation>Nur in Stufen</translation>
    </message>
    <message>
        <source>Used only in pipelines</source>
        <translation>Nur in Pipelines</translation>
    </message>
    <message>
        <source>Nothing else is used</source>
        <translation>Nichts anderes wird genutzt</translation>
    </message>
    <message>
        <source>Alone in stages</source>
        <translation>Allein in Stufen</translation>
    </message>
    <message>
        <source>Alone in pipelines</source>
        <translation>Allein in Pipelines</translation>
    </message>
    <message>
        <source>Stays unused</source>
        <translation>Bleibt ungenutzt</translation>
    </message>
    <message>
        <source>Stays out of stages</source>
        <translation>Nicht in Stufen</translation>
    </message>
    <message>
        <source>Stays out of pipelines</source>
        <translation>Nicht in Pipelines</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>Remove the rule</source>
        <translation>Regel entfernen</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Pipelines</source>
        <translation>Pipelines</translation>
    </message>
    <message>
        <source>Stages by their letters: A, C–E</source>
        <translation>Stufen mit ihren Buchstaben: A, C–E</translation>
    </message>
    <message>
        <source>Pipelines by their numbers: 1, 3–5</source>
        <translation>Pipelines mit ihren Nummern: 1, 3–5</translation>
    </message>
</context>
<context>
    <name>heteroscope::ScenarioView</name>
    <message>
        <source>Length of the time axis</source>
        <translation>Länge der Zeitachse</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Paste CSV</source>
        <translation>CSV einfügen</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Links and devices that change</source>
        <translation>Links und Geräte, die sich ändern</translation>
    </message>
    <message>
        <source>Links and devices whose rate changes over time</source>
        <translation>Links und Geräte, deren Rate sich über der Zeit ändert</translation>
    </message>
    <message>
        <source>Points of the curve</source>
        <translation>Punkte der Kurve</translation>
    </message>
    <message>
        <source>Take the curve from copied text: time in seconds and factor or bandwidth (Ctrl+V)</source>
        <translation>Kurve aus kopiertem Text übernehmen: Zeit in Sekunden und Faktor oder Bandbreite (Strg+V)</translation>
    </message>
    <message>
        <source>Make the rate constant</source>
        <translation>Rate konstant machen</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Clear the curve</source>
        <translation>Kurve leeren</translation>
    </message>
    <message>
        <source>Select a link or a device on the canvas: its rate over time is drawn here.</source>
        <translation>Einen Link oder ein Gerät auf der Zeichenfläche auswählen: Hier wird seine Rate über der Zeit gezeichnet.</translation>
    </message>
    <message>
        <source>Drag points; double-click adds one, Delete removes it. The time axis sets the start.</source>
        <translation>Punkte ziehen; Doppelklick setzt einen, Entf löscht ihn. Die Zeitachse setzt den Start.</translation>
    </message>
    <message>
        <source>Nothing changes over time yet</source>
        <translation>Noch ändert sich nichts</translation>
    </message>
    <message>
        <source>1 item changes</source>
        <translation>1 Objekt ändert sich</translation>
    </message>
    <message>
        <source>%1 items change</source>
        <translation>%1 Objekte ändern sich</translation>
    </message>
    <message>
        <source>Rate over time</source>
        <translation>Rate über der Zeit</translation>
    </message>
    <message>
        <source>They have different curves; what is drawn here replaces all of them.</source>
        <translation>Sie haben verschiedene Kurven; was hier gezeichnet wird, ersetzt alle.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Nothing is copied: expected lines of time and factor, like 0,1 and 600,0.25</source>
        <translation>Nichts kopiert: erwartet Zeilen aus Zeit und Faktor, etwa 0,1 und 600,0.25</translation>
    </message>
    <message>
        <source>Paste a curve</source>
        <translation>Kurve einfügen</translation>
    </message>
    <message>
        <source>Add a point</source>
        <translation>Punkt hinzufügen</translation>
    </message>
    <message>
        <source>Remove a point</source>
        <translation>Punkt entfernen</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>What is drawn over time</source>
        <translation>Was über die Zeit gezeichnet wird</translation>
    </message>
    <message>
        <source>The rate of links and devices, or what the devices of nodes cost: hscope replan counts it</source>
        <translation>Die Rate von Verbindungen und Geräten, oder was die Geräte von Knoten kosten: hscope replan rechnet damit</translation>
    </message>
    <message>
        <source>Select a node on the canvas: what its devices cost over time is drawn here.</source>
        <translation>Wählen Sie einen Knoten auf der Zeichenfläche: Was seine Geräte über die Zeit kosten, wird hier gezeichnet.</translation>
    </message>
    <message>
        <source>Price over time</source>
        <translation>Preis über die Zeit</translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>%1 je Stunde</translation>
    </message>
</context>
<context>
    <name>heteroscope::ScheduleModel</name>
    <message>
        <source>Needs %1; this plan has %2.</source>
        <translation>Braucht %1; dieser Plan hat %2.</translation>
    </message>
    <message>
        <source>It cannot run: %1.</source>
        <translation>Er kann nicht laufen: %1.</translation>
    </message>
    <message>
        <source>This plan would take %1 with a bubble of %2%3.</source>
        <translation>Dieser Plan bräuchte %1 mit einer Bubble von %2%3.</translation>
    </message>
    <message>
        <source>, and would not fit the memory</source>
        <translation> und passte nicht in den Speicher</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>nicht möglich</translation>
    </message>
    <message>
        <source>%1 · bubble %2</source>
        <translation>%1 · Bubble %2</translation>
    </message>
    <message>
        <source>does not fit · bubble %1</source>
        <translation>passt nicht · Bubble %1</translation>
    </message>
    <message>
        <source>The plan&apos;s own list of actions.</source>
        <translation>Die eigene Aktionsliste des Plans.</translation>
    </message>
    <message>
        <source>Two chunks in a stage; forwards and backwards of both run as pairs that hide each other&apos;s communication.</source>
        <translation>Zwei Chunks je Stufe; Vorwärts- und Rückwärtsdurchläufe beider laufen als Paare, die einander die Kommunikation verdecken.</translation>
    </message>
    <message>
        <source>1F1B with a longer warm-up, which hides slow links and holds more.</source>
        <translation>1F1B mit längerem Warm-up, das langsame Links verdeckt und mehr hält.</translation>
    </message>
    <message>
        <source>All forwards, then all backwards: every micro-batch is held at once.</source>
        <translation>Erst alle Vorwärts-, dann alle Rückwärtsdurchläufe: Alle Micro-Batches werden zugleich gehalten.</translation>
    </message>
    <message>
        <source>Each stage runs the most urgent pass by the times of this plan; for uneven stages.</source>
        <translation>Jede Stufe führt den nach den Zeiten dieses Plans dringendsten Durchlauf aus; für ungleiche Stufen.</translation>
    </message>
    <message>
        <source>Several chunks of layers in each stage: the bubble is divided by their number, sends are multiplied by it.</source>
        <translation>Mehrere Chunks von Schichten je Stufe: Die Bubble wird durch ihre Zahl geteilt, die Sendungen mit ihr multipliziert.</translation>
    </message>
    <message>
        <source>One forward, one backward in turn: no more micro-batches in flight than stages ahead.</source>
        <translation>Abwechselnd ein Vorwärts- und ein Rückwärtsdurchlauf: nicht mehr Micro-Batches unterwegs als Stufen voraus.</translation>
    </message>
    <message>
        <source>Two chunks in a stage, down and up again: half the activations of 1F1B, and half its bubble.</source>
        <translation>Zwei Chunks je Stufe, hinunter und wieder hinauf: die halben Aktivierungen von 1F1B und seine halbe Bubble.</translation>
    </message>
    <message>
        <source>Two chunks in a stage, down and up again: a third of the activations of 1F1B, for equal passes.</source>
        <translation>Zwei Chunks je Stufe, hinunter und wieder hinauf: ein Drittel der Aktivierungen von 1F1B, für gleich lange Durchläufe.</translation>
    </message>
    <message>
        <source>Weight gradients are delayed to fill the gaps, with the memory of 1F1B.</source>
        <translation>Gewichtsgradienten werden in die Lücken verschoben, mit dem Speicher von 1F1B.</translation>
    </message>
    <message>
        <source>Weight gradients fill all gaps but the optimizer&apos;s, with about twice the memory of 1F1B.</source>
        <translation>Gewichtsgradienten füllen alle Lücken außer der des Optimierers, mit etwa dem doppelten Speicher von 1F1B.</translation>
    </message>
    <message>
        <source>Two chunks in a stage, down and up again: almost no bubble with the memory of 1F1B.</source>
        <translation>Zwei Chunks je Stufe, hinunter und wieder hinauf: fast keine Bubble mit dem Speicher von 1F1B.</translation>
    </message>
</context>
<context>
    <name>heteroscope::SchedulePicker</name>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Schedule of the shown plan</source>
        <translation>Schedule des gezeigten Plans</translation>
    </message>
    <message>
        <source>Bubble now: %1 of all device time</source>
        <translation>Bubble jetzt: %1 der gesamten Gerätezeit</translation>
    </message>
</context>
<context>
    <name>heteroscope::SensitivityModel</name>
    <message>
        <source>nothing fits</source>
        <translation>nichts passt</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>%1 with more, %2 with less</source>
        <translation>%1 mit mehr, %2 mit weniger</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>%1, %2: %3 with %4</source>
        <translation>%1, %2: %3 mit %4</translation>
    </message>
    <message>
        <source>, proved</source>
        <translation>, bewiesen</translation>
    </message>
    <message>
        <source>, gap %1</source>
        <translation>, Lücke %1</translation>
    </message>
    <message>
        <source>; %1 with the plan of now</source>
        <translation>; %1 mit dem jetzigen Plan</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>shorter | longer</source>
        <translation>kürzer | länger</translation>
    </message>
    <message>
        <source>×%1 or one more</source>
        <translation>×%1 oder eins mehr</translation>
    </message>
    <message>
        <source>÷%1 or one less</source>
        <translation>÷%1 oder eins weniger</translation>
    </message>
    <message>
        <source>Per unit</source>
        <translation>Pro Einheit</translation>
    </message>
    <message>
        <source>Per USD/h</source>
        <translation>Pro USD/h</translation>
    </message>
    <message>
        <source>Enough</source>
        <translation>Genug</translation>
    </message>
</context>
<context>
    <name>heteroscope::SensitivityView</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Make the change</source>
        <translation>Änderung ausführen</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>CSV exportieren</translation>
    </message>
    <message>
        <source>Changes the cluster to what the selected row has more of, as one undo step (Enter)</source>
        <translation>Ändert den Cluster so, dass er vom Gewählten mehr hat, als ein Schritt zum Rückgängigmachen (Eingabe)</translation>
    </message>
    <message>
        <source>What of the cluster is worth changing</source>
        <translation>Was am Cluster zu ändern sich lohnt</translation>
    </message>
    <message>
        <source>%1 of %2 looked at</source>
        <translation>%1 von %2 betrachtet</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>Planning with more and less of everything ...</source>
        <translation>Plant mit mehr und weniger von allem ...</translation>
    </message>
    <message>
        <source>these figures are from before the edit</source>
        <translation>diese Zahlen sind von vor der Änderung</translation>
    </message>
    <message>
        <source>Nothing known yet</source>
        <translation>Noch nichts bekannt</translation>
    </message>
    <message>
        <source>it begins when the search for plans is over</source>
        <translation>es beginnt, wenn die Suche nach Plänen zu Ende ist</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Waiting for the search</source>
        <translation>Wartet auf die Suche</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No more of anything shortens the step</source>
        <translation>Von nichts verkürzt mehr den Schritt</translation>
    </message>
    <message>
        <source>saves most, by planning again with %1</source>
        <translation>spart am meisten, neu geplant mit %1</translation>
    </message>
    <message>
        <source>Look at the rest</source>
        <translation>Den Rest betrachten</translation>
    </message>
    <message>
        <source>Change: %1, %2</source>
        <translation>Änderung: %1, %2</translation>
    </message>
    <message>
        <source>Export what to change</source>
        <translation>Lohnende Änderungen exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
</context>
<context>
    <name>heteroscope::SequenceChart</name>
    <message>
        <source>Best sequence of plans over time</source>
        <translation>Beste Folge von Plänen über die Zeit</translation>
    </message>
    <message>
        <source>No plan runs: devices are gone</source>
        <translation>Kein Plan läuft: Geräte sind weg</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>The switch %1</source>
        <translation>Der Wechsel %1</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::SequenceView</name>
    <message>
        <source>Show its plan</source>
        <translation>Seinen Plan zeigen</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Plan over time</source>
        <translation>Plan über die Zeit</translation>
    </message>
    <message>
        <source>When the time is moved here, the plan of the sequence at that time is shown</source>
        <translation>Wenn die Zeit hierher bewegt wird, wird der Plan der Folge zu dieser Zeit gezeigt</translation>
    </message>
    <message>
        <source>Goes through the scenario in 20 seconds</source>
        <translation>Geht in 20 Sekunden durch das Szenario</translation>
    </message>
    <message>
        <source>Plans of the best sequence, with their switches</source>
        <translation>Pläne der besten Folge, mit ihren Wechseln</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>Neu planen</translation>
    </message>
    <message>
        <source>Planning over time ...</source>
        <translation>Plant über die Zeit ...</translation>
    </message>
    <message>
        <source>what is shown is from before</source>
        <translation>was gezeigt wird, ist von vorher</translation>
    </message>
    <message>
        <source>%1 of %2 in this search</source>
        <translation>%1 von %2 in dieser Suche</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>before all plans were timed</source>
        <translation>bevor alle Pläne gemessen waren</translation>
    </message>
    <message>
        <source>Nothing changes over time</source>
        <translation>Nichts ändert sich über die Zeit</translation>
    </message>
    <message>
        <source>draw the rate of a link or device over time in the dock Scenario</source>
        <translation>die Rate eines Links oder Geräts über die Zeit im Dock Szenario zeichnen</translation>
    </message>
    <message>
        <source>Which plan when?</source>
        <translation>Welcher Plan wann?</translation>
    </message>
    <message>
        <source>finds the best sequence of plans over the scenario, switches included</source>
        <translation>findet die beste Folge von Plänen über das Szenario, Wechsel eingeschlossen</translation>
    </message>
    <message>
        <source>From before the edit</source>
        <translation>Von vor der Änderung</translation>
    </message>
    <message>
        <source>exact over %1 plans and %2 times · over greedy %3 · regret of the past %4</source>
        <translation>genau über %1 Pläne und %2 Zeiten · über gierig %3 · Reue der Vergangenheit %4</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
</context>
<context>
    <name>heteroscope::Session</name>
    <message>
        <source>Apply %1</source>
        <translation>%1 übernehmen</translation>
    </message>
    <message>
        <source>Schedule %1</source>
        <translation>Schedule %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::ShapeForm</name>
    <message>
        <source>Use</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Shape …</source>
        <translation>Form …</translation>
    </message>
    <message>
        <source>Replace the curve by this one</source>
        <translation>Kurve durch diese ersetzen</translation>
    </message>
</context>
<context>
    <name>heteroscope::SheetDialog</name>
    <message>
        <source>Make the sheets</source>
        <translation>Blätter erstellen</translation>
    </message>
    <message>
        <source>Exercise sheets</source>
        <translation>Übungsblätter</translation>
    </message>
    <message>
        <source>Lessons of the sheet</source>
        <translation>Lektionen des Blatts</translation>
    </message>
    <message>
        <source>Students</source>
        <translation>Studenten</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>The same seed gives the same sheets</source>
        <translation>Gleicher Startwert, gleiche Blätter</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Simulating …</source>
        <translation>Simulation läuft …</translation>
    </message>
    <message>
        <source>Wrote %1 files into %2: sheet.pdf to hand out, key.pdf for you, the students&apos; projects.</source>
        <translation>%1 Dateien in %2 geschrieben: sheet.pdf zum Austeilen, key.pdf für Sie, die Projekte der Studenten.</translation>
    </message>
    <message>
        <source>Wrote the sheets into %1</source>
        <translation>Blätter in %1 geschrieben</translation>
    </message>
    <message>
        <source>Each student gets the tasks of these lessons with numbers of their own, and hands in a project. The key is computed by simulation; &quot;Grade hand-ins&quot; checks what comes back.</source>
        <translation>Jede Person bekommt die Aufgaben dieser Lektionen mit eigenen Zahlen und gibt ein Projekt ab. Die Lösungen werden durch Simulation berechnet; „Abgaben bewerten“ prüft, was zurückkommt.</translation>
    </message>
</context>
<context>
    <name>heteroscope::ShortcutEditor</name>
    <message>
        <source>Assign</source>
        <translation>Zuweisen</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>Keine Taste</translation>
    </message>
    <message>
        <source>Default key</source>
        <translation>Standardtaste</translation>
    </message>
    <message>
        <source>Customize shortcuts</source>
        <translation>Tastenkürzel anpassen</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Befehle suchen</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Neue Taste</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1 is assigned to &quot;%2&quot;; assigning removes it there</source>
        <translation>%1 ist „%2“ zugewiesen; Zuweisen entfernt sie dort</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>Neu zuweisen</translation>
    </message>
</context>
<context>
    <name>heteroscope::ShortcutSheet</name>
    <message>
        <source>drag from a port</source>
        <translation>von einem Port ziehen</translation>
    </message>
    <message>
        <source>draw a link</source>
        <translation>Link zeichnen</translation>
    </message>
    <message>
        <source>drag on nothing</source>
        <translation>auf freier Fläche ziehen</translation>
    </message>
    <message>
        <source>select by rectangle</source>
        <translation>mit Rechteck auswählen</translation>
    </message>
    <message>
        <source>Shift+click</source>
        <translation>Umschalt+Klick</translation>
    </message>
    <message>
        <source>add to the selection</source>
        <translation>zur Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>Space+drag</source>
        <translation>Leertaste+Ziehen</translation>
    </message>
    <message>
        <source>pan</source>
        <translation>verschieben</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>zoom at the pointer</source>
        <translation>am Zeiger zoomen</translation>
    </message>
    <message>
        <source>arrow keys</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <source>move the selection</source>
        <translation>Auswahl verschieben</translation>
    </message>
    <message>
        <source>Alt+drag</source>
        <translation>Alt+Ziehen</translation>
    </message>
    <message>
        <source>move off the grid</source>
        <translation>ohne Raster verschieben</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>zoom to a node, or fit</source>
        <translation>auf Knoten zoomen oder einpassen</translation>
    </message>
    <message>
        <source>cancel, then clear the selection</source>
        <translation>abbrechen, dann Auswahl aufheben</translation>
    </message>
    <message>
        <source>zoom and pan</source>
        <translation>zoomen und verschieben</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Strg+Mausrad</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>ziehen</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>messen</translation>
    </message>
    <message>
        <source>fit the step</source>
        <translation>Schritt einpassen</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>kritischer Pfad</translation>
    </message>
    <message>
        <source>load of the links</source>
        <translation>Last der Links</translation>
    </message>
    <message>
        <source>clear</source>
        <translation>aufheben</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>Zeichenfläche</translation>
    </message>
    <message>
        <source>Ctrl+arrow keys</source>
        <translation>Strg+Pfeiltasten</translation>
    </message>
    <message>
        <source>select what lies there</source>
        <translation>wählen, was dort liegt</translation>
    </message>
    <message>
        <source>Page Up, Page Down</source>
        <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>select one after the other</source>
        <translation>eines nach dem anderen wählen</translation>
    </message>
    <message>
        <source>select bar and lane</source>
        <translation>Balken und Spur wählen</translation>
    </message>
    <message>
        <source>pin and hide lanes</source>
        <translation>Spuren anheften und ausblenden</translation>
    </message>
    <message>
        <source>Shift+H</source>
        <translation>Umschalt+H</translation>
    </message>
    <message>
        <source>show all lanes</source>
        <translation>alle Spuren zeigen</translation>
    </message>
    <message>
        <source>fold and filter lanes</source>
        <translation>Spuren einklappen und filtern</translation>
    </message>
    <message>
        <source>power and memory</source>
        <translation>Leistung und Speicher</translation>
    </message>
    <message>
        <source>find bars, next bar</source>
        <translation>Balken suchen, nächster Balken</translation>
    </message>
    <message>
        <source>Shift+G</source>
        <translation>Umschalt+G</translation>
    </message>
    <message>
        <source>group lanes by another thing</source>
        <translation>Spuren nach anderem gruppieren</translation>
    </message>
    <message>
        <source>Alt+Up, Down</source>
        <translation>Alt+Auf, Ab</translation>
    </message>
    <message>
        <source>move lanes</source>
        <translation>Spuren verschieben</translation>
    </message>
    <message>
        <source>write a marker</source>
        <translation>Markierung schreiben</translation>
    </message>
</context>
<context>
    <name>heteroscope::SoftwareSection</name>
    <message>
        <source>As the software</source>
        <translation>Wie die Software</translation>
    </message>
    <message>
        <source>Software runs</source>
        <translation>Software kann</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>Schedules</translation>
    </message>
    <message>
        <source>States sharded over replicas</source>
        <translation>Zustände auf Replikate verteilt</translation>
    </message>
    <message>
        <source>Parallelism inside a stage</source>
        <translation>Parallelität in einer Stufe</translation>
    </message>
    <message>
        <source>tensor parallelism</source>
        <translation>Tensorparallelität</translation>
    </message>
    <message>
        <source>context parallelism</source>
        <translation>Kontextparallelität</translation>
    </message>
    <message>
        <source>expert parallelism</source>
        <translation>Expertenparallelität</translation>
    </message>
    <message>
        <source>Software runs %1</source>
        <translation>Software kann %1</translation>
    </message>
    <message>
        <source>The planner searches only what is ticked. Ticked here: what %1 has by default; tick or untick below what your version of it differs in.</source>
        <translation>Der Planer sucht nur, was angekreuzt ist. Hier angekreuzt: was %1 von sich aus hat; darunter an- oder abwählen, worin Ihre Version abweicht.</translation>
    </message>
    <message>
        <source>%1 has it by default</source>
        <translation>%1 hat es von sich aus</translation>
    </message>
    <message>
        <source>%1 does not have it by default</source>
        <translation>%1 hat es nicht von sich aus</translation>
    </message>
    <message>
        <source>1 changed</source>
        <translation>1 geändert</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>%1 geändert</translation>
    </message>
    <message>
        <source>Software does not run %1</source>
        <translation>Software kann nicht %1</translation>
    </message>
    <message>
        <source>Software as %1</source>
        <translation>Software wie %1</translation>
    </message>
    <message>
        <source>Software as ticked</source>
        <translation>Software wie angekreuzt</translation>
    </message>
    <message>
        <source>states sharded over groups of replicas</source>
        <translation>Zustände über Gruppen von Repliken aufgeteilt</translation>
    </message>
    <message>
        <source>TP by stage</source>
        <translation>TP je Stufe</translation>
    </message>
    <message>
        <source>recompute by stage</source>
        <translation>Neuberechnung je Stufe</translation>
    </message>
    <message>
        <source>Stages and pipelines that differ</source>
        <translation>Ungleiche Stufen und Pipelines</translation>
    </message>
    <message>
        <source>Parts recomputed alone</source>
        <translation>Einzeln neu berechnet</translation>
    </message>
    <message>
        <source>attention core</source>
        <translation>Attention-Kern</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>Normierungen</translation>
    </message>
    <message>
        <source>latent attention</source>
        <translation>latente Attention</translation>
    </message>
    <message>
        <source>MLP activation</source>
        <translation>MLP-Aktivierung</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>expert activation</source>
        <translation>Expertenaktivierung</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>shared experts</source>
        <translation>geteilte Experten</translation>
    </message>
    <message>
        <source>recompute: %1</source>
        <translation>Neuberechnung: %1</translation>
    </message>
    <message>
        <source>pipelines or samples that differ</source>
        <translation>ungleiche Pipelines oder Samples</translation>
    </message>
    <message>
        <source>pipelines that differ and samples by speed in a stage</source>
        <translation>ungleiche Pipelines und Samples nach Geschwindigkeit in einer Stufe</translation>
    </message>
</context>
<context>
    <name>heteroscope::SpeakerView</name>
    <message>
        <source>Speaker</source>
        <translation>Vortrag</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Black screen</source>
        <translation>Schwarzer Bildschirm</translation>
    </message>
    <message>
        <source>Cluster or schedule</source>
        <translation>Cluster oder Ablauf</translation>
    </message>
    <message>
        <source>End the presentation</source>
        <translation>Präsentation beenden</translation>
    </message>
    <message>
        <source>Next:</source>
        <translation>Danach:</translation>
    </message>
    <message>
        <source>Notes:</source>
        <translation>Notizen:</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>the end of the step</source>
        <translation>das Ende des Schritts</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>Jetzt: %1</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>Danach: %1</translation>
    </message>
    <message>
        <source>Time of day: %1</source>
        <translation>Uhrzeit: %1</translation>
    </message>
    <message>
        <source>Time since the begin: %1</source>
        <translation>Zeit seit Beginn: %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::StatusBar</name>
    <message>
        <source>Escape opens the first example, already simulated</source>
        <translation>Esc öffnet das erste Beispiel, fertig simuliert</translation>
    </message>
    <message>
        <source>1 2 3 4 choose an entry</source>
        <translation>1 2 3 4 wählen einen Eintrag</translation>
    </message>
    <message>
        <source>F1 opens the help</source>
        <translation>F1 öffnet die Hilfe</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>results from before the edit</source>
        <translation>Ergebnisse von vor der Änderung</translation>
    </message>
    <message>
        <source>simulated in %1</source>
        <translation>simuliert in %1</translation>
    </message>
    <message>
        <source>searching: %1 of %2 %3</source>
        <translation>Suche: %1 von %2 %3</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>Suche läuft</translation>
    </message>
    <message>
        <source>plan: %1 simulated, %2 pruned, gap %3</source>
        <translation>Plan: %1 simuliert, %2 ausgeschlossen, Lücke %3</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>No warnings</source>
        <translation>Keine Warnungen</translation>
    </message>
    <message>
        <source>results of another start time</source>
        <translation>Ergebnisse einer anderen Startzeit</translation>
    </message>
    <message>
        <source>stopping the search</source>
        <translation>Suche wird angehalten</translation>
    </message>
    <message>
        <source>the ranking is from before</source>
        <translation>die Rangliste ist von vorher</translation>
    </message>
    <message>
        <source>no plan fits: %1 families tried</source>
        <translation>kein Plan passt: %1 Familien versucht</translation>
    </message>
    <message>
        <source>plan: %1 simulated, %2 pruned, %3 not reached, gap %4</source>
        <translation>Plan: %1 simuliert, %2 ausgeschlossen, %3 nicht erreicht, Lücke %4</translation>
    </message>
</context>
<context>
    <name>heteroscope::StepCommands</name>
    <message>
        <source>Replay at %1 of the usual speed</source>
        <translation>Wiedergabe mit %1 des üblichen Tempos</translation>
    </message>
</context>
<context>
    <name>heteroscope::StepSection</name>
    <message>
        <source>Time in this step</source>
        <translation>Zeit in diesem Schritt</translation>
    </message>
    <message>
        <source>Memory at its peak</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>Over by</source>
        <translation>Zu viel</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Nothing is simulated yet.</source>
        <translation>Noch ist nichts simuliert.</translation>
    </message>
</context>
<context>
    <name>heteroscope::StrategyDelegate</name>
    <message>
        <source>best</source>
        <translation>bester</translation>
    </message>
    <message>
        <source>proved</source>
        <translation>bewiesen</translation>
    </message>
</context>
<context>
    <name>heteroscope::StrategyModel</name>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>your plan</source>
        <translation>eigener Plan</translation>
    </message>
    <message>
        <source>proved: no open bound is lower</source>
        <translation>bewiesen: keine offene Schranke ist kleiner</translation>
    </message>
    <message>
        <source>best so far</source>
        <translation>bisher bester</translation>
    </message>
    <message>
        <source>plan of %1, faster than the searched space: %2</source>
        <translation>Plan von %1, schneller als der durchsuchte Raum: %2</translation>
    </message>
    <message>
        <source>baseline: %1</source>
        <translation>Baseline: %1</translation>
    </message>
    <message>
        <source>no plan</source>
        <translation>kein Plan</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Stages and layers</source>
        <translation>Stufen, Schichten</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>Exponiert</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Why not first</source>
        <translation>Warum nicht Erster</translation>
    </message>
    <message>
        <source>not proved; %1</source>
        <translation>nicht bewiesen; %1</translation>
    </message>
    <message>
        <source>not proved; no plan of the searched space fits</source>
        <translation>nicht bewiesen; kein Plan des durchsuchten Raums passt</translation>
    </message>
    <message>
        <source>%1; it does not fit</source>
        <translation>%1; passt nicht</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>kept plan &quot;%1&quot;</source>
        <translation>behaltener Plan &quot;%1&quot;</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>kann nicht laufen</translation>
    </message>
    <message>
        <source>nearest to fitting</source>
        <translation>passt beinahe</translation>
    </message>
    <message>
        <source>nearest to fitting; %1</source>
        <translation>passt beinahe; %1</translation>
    </message>
    <message>
        <source>recommended; %1</source>
        <translation>empfohlen; %1</translation>
    </message>
    <message>
        <source>pinned; the present ranking does not have it</source>
        <translation>angeheftet; die jetzige Rangliste hat ihn nicht</translation>
    </message>
    <message>
        <source>not searched</source>
        <translation>nicht gesucht</translation>
    </message>
    <message>
        <source>%1, open: %2 alike</source>
        <translation>%1, offen: %2 ähnliche</translation>
    </message>
    <message>
        <source>%1, closed: %2 alike</source>
        <translation>%1, geschlossen: %2 ähnliche</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Of the device with the least room left</source>
        <translation>Des Geräts mit dem wenigsten freien Platz</translation>
    </message>
    <message>
        <source>bounded</source>
        <translation>zu langsam</translation>
    </message>
    <message>
        <source>rank 1 is faster in %1 of 100 draws</source>
        <translation>Rang 1 ist in %1 von 100 Ziehungen schneller</translation>
    </message>
    <message>
        <source>not ticked: %1</source>
        <translation>nicht angekreuzt: %1</translation>
    </message>
    <message>
        <source>was proved before the change</source>
        <translation>war vor der Änderung bewiesen</translation>
    </message>
    <message>
        <source>cannot run: %1</source>
        <translation>kann nicht laufen: %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::StrategyView</name>
    <message>
        <source>Ranked strategies</source>
        <translation>Rangliste der Strategien</translation>
    </message>
    <message>
        <source>Export the ranking</source>
        <translation>Rangliste exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>Why not?</source>
        <translation>Warum nicht?</translation>
    </message>
    <message>
        <source>Select a row: a plan that loses, or a family that was ruled out.</source>
        <translation>Eine Zeile wählen: einen Plan, der verliert, oder eine ausgeschlossene Familie.</translation>
    </message>
    <message>
        <source>Looking for the causes ...</source>
        <translation>Ursachen werden gesucht ...</translation>
    </message>
    <message>
        <source>Filter plans</source>
        <translation>Pläne filtern</translation>
    </message>
    <message>
        <source>Shows the plans whose plan, stages or reason has all these words, here and in the Pareto chart (Ctrl+F)</source>
        <translation>Zeigt die Pläne, deren Plan, Stufen oder Grund alle diese Wörter haben, hier und im Pareto-Diagramm (Ctrl+F)</translation>
    </message>
    <message>
        <source>Searched: %1</source>
        <translation>Durchsucht: %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::StretchModel</name>
    <message>
        <source>none runs</source>
        <translation>keiner läuft</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Switch takes</source>
        <translation>Wechsel dauert</translation>
    </message>
    <message>
        <source>Gains</source>
        <translation>Gewinnt</translation>
    </message>
    <message>
        <source>Breaks even after</source>
        <translation>Gleicht sich aus nach</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>Bewegt</translation>
    </message>
    <message>
        <source>Time of work of this plan that the one before would not have done until the next switch, less what the switch takes</source>
        <translation>Zeit der Arbeit dieses Plans, die der vorige bis zum nächsten Wechsel nicht getan hätte, weniger der Dauer des Wechsels</translation>
    </message>
    <message>
        <source>From the beginning of the switch until it has done as much as staying would have</source>
        <translation>Vom Anfang des Wechsels, bis er so viel getan hat wie das Bleiben</translation>
    </message>
</context>
<context>
    <name>heteroscope::TermDetails</name>
    <message>
        <source>Formula, inputs and sources</source>
        <translation>Formel, Eingaben und Quellen</translation>
    </message>
</context>
<context>
    <name>heteroscope::ThingsView</name>
    <message>
        <source>Search drawn items</source>
        <translation>Gezeichnete Objekte durchsuchen</translation>
    </message>
    <message>
        <source>Drawn items</source>
        <translation>Gezeichnete Objekte</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>Switches</translation>
    </message>
    <message>
        <source>%1 ports</source>
        <translation>%1 Ports</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Device groups</source>
        <translation>Gerätegruppen</translation>
    </message>
    <message>
        <source>some copies</source>
        <translation>einige Kopien</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>Gerät %1</translation>
    </message>
    <message>
        <source>%1 of %2 devices</source>
        <translation>%1 von %2 Geräten</translation>
    </message>
    <message>
        <source>Nothing found for “%1”</source>
        <translation>Nichts gefunden für „%1“</translation>
    </message>
    <message>
        <source>1 item x %1</source>
        <translation>1 Objekt x %1</translation>
    </message>
    <message>
        <source>%1 items x %2</source>
        <translation>%1 Objekte x %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::TimeBar</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>heteroscope::TimeSlider</name>
    <message>
        <source>Start time of the step</source>
        <translation>Startzeit des Schritts</translation>
    </message>
    <message>
        <source>When in the scenario the step begins. Page Up and Page Down go from change to change.</source>
        <translation>Wann im Szenario der Schritt beginnt. Bild auf und Bild ab gehen von Änderung zu Änderung.</translation>
    </message>
</context>
<context>
    <name>heteroscope::TimelineView</name>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Play or pause the step (Space). “.” and “,” go from event to event, “]” and “[” set the speed, a drag on the ruler moves the head, Shift+click runs until there.</source>
        <translation>Schritt abspielen oder anhalten (Leertaste). „.“ und „,“ gehen von Ereignis zu Ereignis, „]“ und „[“ stellen das Tempo, Ziehen am Lineal bewegt den Abspielkopf, Umschalt+Klick läuft bis dorthin.</translation>
    </message>
    <message>
        <source>Timeline of one step</source>
        <translation>Zeitachse eines Schritts</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>Kritischer Pfad</translation>
    </message>
    <message>
        <source>What makes the step as long as it is (C)</source>
        <translation>Was den Schritt so lang macht, wie er ist (C)</translation>
    </message>
    <message>
        <source>The timeline appears with the first simulated step.</source>
        <translation>Die Zeitachse erscheint mit dem ersten simulierten Schritt.</translation>
    </message>
    <message>
        <source>Filter lanes</source>
        <translation>Spuren filtern</translation>
    </message>
    <message>
        <source>Shows the lanes whose device, stage or replica has these words (/)</source>
        <translation>Zeigt die Spuren, deren Gerät, Stufe oder Replik diese Wörter enthält (/)</translation>
    </message>
    <message>
        <source>1 lane folded</source>
        <translation>1 Spur eingeklappt</translation>
    </message>
    <message>
        <source>%1 lanes folded</source>
        <translation>%1 Spuren eingeklappt</translation>
    </message>
    <message>
        <source>1 lane hidden</source>
        <translation>1 Spur ausgeblendet</translation>
    </message>
    <message>
        <source>%1 lanes hidden</source>
        <translation>%1 Spuren ausgeblendet</translation>
    </message>
    <message>
        <source>1 lane filtered out</source>
        <translation>1 Spur ausgefiltert</translation>
    </message>
    <message>
        <source>%1 lanes filtered out</source>
        <translation>%1 Spuren ausgefiltert</translation>
    </message>
    <message>
        <source>%1 earlier</source>
        <translation>%1 früher</translation>
    </message>
    <message>
        <source>Power of the site at %1: %2, at most %3</source>
        <translation>Leistung des Standorts bei %1: %2, höchstens %3</translation>
    </message>
    <message>
        <source>Memory of %1 at %2: %3</source>
        <translation>Speicher von %1 bei %2: %3</translation>
    </message>
    <message>
        <source>Power of the site</source>
        <translation>Leistung des Standorts</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Find bars</source>
        <translation>Balken suchen</translation>
    </message>
    <message>
        <source>Find bars (Ctrl+F)</source>
        <translation>Balken suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Lanes by: %1</source>
        <translation>Spuren nach: %1</translation>
    </message>
    <message>
        <source>the plan, ungrouped</source>
        <translation>Plan, ungruppiert</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>Replik</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>replica, in large steps</source>
        <translation>Replik, in großen Schritten</translation>
    </message>
    <message>
        <source>Text of the marker</source>
        <translation>Text der Markierung</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
</context>
<context>
    <name>heteroscope::Tour</name>
    <message>
        <source>The job</source>
        <translation>Der Job</translation>
    </message>
    <message>
        <source>Model, batch and sequence length. The menu with all commands is at its left end, Live and Plan at its right.</source>
        <translation>Modell, Batch und Sequenzlänge. Links steht das Menü mit allen Befehlen, rechts Live und Planen.</translation>
    </message>
    <message>
        <source>The palette</source>
        <translation>Die Palette</translation>
    </message>
    <message>
        <source>Drag nodes, switches and templates from here onto the canvas, or press Enter on one.</source>
        <translation>Ziehen Sie Knoten, Switches und Vorlagen von hier auf die Zeichenfläche, oder drücken Sie darauf Enter.</translation>
    </message>
    <message>
        <source>The canvas</source>
        <translation>Die Zeichenfläche</translation>
    </message>
    <message>
        <source>The cluster. Drag from port to port to link; the wheel zooms from tiles to single devices. A click selects a part everywhere in the window.</source>
        <translation>Der Cluster. Ziehen von Anschluss zu Anschluss verbindet; das Mausrad führt von Kacheln bis zu einzelnen Geräten. Ein Klick wählt ein Teil überall im Fenster aus.</translation>
    </message>
    <message>
        <source>The inspector</source>
        <translation>Der Inspektor</translation>
    </message>
    <message>
        <source>All about what is selected: change a value, and the step follows.</source>
        <translation>Alles über das Ausgewählte: Ändern Sie einen Wert, und der Schritt folgt.</translation>
    </message>
    <message>
        <source>The headline</source>
        <translation>Die Kennzahlen</translation>
    </message>
    <message>
        <source>The step in six figures, each with its error. Click one: it opens down to its formula and sources.</source>
        <translation>Der Schritt in sechs Zahlen, jede mit ihrem Fehler. Ein Klick öffnet sie bis zu Formel und Quellen.</translation>
    </message>
    <message>
        <source>The timeline</source>
        <translation>Die Zeitleiste</translation>
    </message>
    <message>
        <source>Every device over the whole step. Point at a bar or a gap to read why it is there; F fits, C shows the critical path.</source>
        <translation>Jedes Gerät über den ganzen Schritt. Zeigen Sie auf Balken oder Lücke, um den Grund zu lesen; F passt ein, C zeigt den kritischen Pfad.</translation>
    </message>
    <message>
        <source>The breakdown</source>
        <translation>Die Aufschlüsselung</translation>
    </message>
    <message>
        <source>Where each second of a device goes, term by term, as formula and value.</source>
        <translation>Wohin jede Sekunde eines Geräts geht, Term für Term, als Formel und Wert.</translation>
    </message>
    <message>
        <source>The strategies</source>
        <translation>Die Strategien</translation>
    </message>
    <message>
        <source>What Plan has found: plans by step time, why each loses, what does not fit, and what is proved.</source>
        <translation>Was Planen gefunden hat: Pläne nach Schrittzeit, warum jeder verliert, was nicht passt und was bewiesen ist.</translation>
    </message>
    <message>
        <source>The lessons</source>
        <translation>Die Lektionen</translation>
    </message>
    <message>
        <source>Predict, change one thing, see: fifteen short lessons, each an ordinary project.</source>
        <translation>Vorhersagen, eines ändern, sehen: fünfzehn kurze Lektionen, jede ein gewöhnliches Projekt.</translation>
    </message>
    <message>
        <source>Messages and help</source>
        <translation>Meldungen und Hilfe</translation>
    </message>
    <message>
        <source>At the bottom: what was simulated, and what is wrong with a click to mend it. F1 opens the help, ? the keys, Ctrl+K finds any command.</source>
        <translation>Unten: was simuliert wurde und was falsch ist, mit einem Klick zum Beheben. F1 öffnet die Hilfe, ? die Tasten, Strg+K findet jeden Befehl.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Skip the tour</source>
        <translation>Rundgang überspringen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Tour of the window, %1 of %2: %3. %4</source>
        <translation>Rundgang durch das Fenster, %1 von %2: %3. %4</translation>
    </message>
</context>
<context>
    <name>heteroscope::TrainingSection</name>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA-Graphen</translation>
    </message>
    <message>
        <source>Frozen base (LoRA)</source>
        <translation>Feste Basis (LoRA)</translation>
    </message>
    <message>
        <source>one a sequence</source>
        <translation>eines je Sequenz</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Lengths of documents</source>
        <translation>Längen der Dokumente</translation>
    </message>
    <message>
        <source>Tokens of some documents in the proportions of the data, with spaces between them. Sequences are packed with them, and attention stays inside each.</source>
        <translation>Token einiger Dokumente in den Anteilen der Daten, durch Leerzeichen getrennt. Sequenzen werden damit gefüllt, und Attention bleibt in jedem Dokument.</translation>
    </message>
    <message>
        <source>Moments</source>
        <translation>Momente</translation>
    </message>
    <message>
        <source>Precision of moments</source>
        <translation>Präzision der Momente</translation>
    </message>
    <message>
        <source>Precision in which Adam keeps its two moments</source>
        <translation>Präzision, in der Adam seine beiden Momente hält</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Scaling recipe</source>
        <translation>Skalierungsrezept</translation>
    </message>
    <message>
        <source>What products in fp8 or fp4 are scaled by together</source>
        <translation>Was bei Produkten in fp8 oder fp4 gemeinsam skaliert wird</translation>
    </message>
    <message>
        <source>Blocks are launched as recorded graphs, so the host issues no single kernels</source>
        <translation>Blöcke werden als aufgezeichnete Graphen gestartet, der Host startet also keine einzelnen Kernel</translation>
    </message>
    <message>
        <source>The model&apos;s own weights are not trained, only adapters beside them</source>
        <translation>Die eigenen Gewichte des Modells werden nicht trainiert, nur Adapter daneben</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Adapter rank</source>
        <translation>Rang der Adapter</translation>
    </message>
    <message>
        <source>Rank of the two products beside each product that has an adapter</source>
        <translation>Rang der beiden Produkte neben jedem Produkt, das einen Adapter hat</translation>
    </message>
    <message>
        <source>Base weights</source>
        <translation>Basisgewichte</translation>
    </message>
    <message>
        <source>How the frozen weights of blocks are held</source>
        <translation>Wie die festen Gewichte der Blöcke gehalten werden</translation>
    </message>
    <message>
        <source>Moments in %1</source>
        <translation>Momente in %1</translation>
    </message>
    <message>
        <source>Scale by %1</source>
        <translation>Skalieren nach %1</translation>
    </message>
    <message>
        <source>Use CUDA graphs</source>
        <translation>CUDA-Graphen verwenden</translation>
    </message>
    <message>
        <source>Launch kernels one by one</source>
        <translation>Kernel einzeln starten</translation>
    </message>
    <message>
        <source>Train adapters</source>
        <translation>Adapter trainieren</translation>
    </message>
    <message>
        <source>Train all weights</source>
        <translation>Alle Gewichte trainieren</translation>
    </message>
    <message>
        <source>Adapters of rank %1</source>
        <translation>Adapter vom Rang %1</translation>
    </message>
    <message>
        <source>Base weights in %1</source>
        <translation>Basisgewichte in %1</translation>
    </message>
    <message>
        <source>Do not pack documents</source>
        <translation>Dokumente nicht packen</translation>
    </message>
    <message>
        <source>Pack documents</source>
        <translation>Dokumente packen</translation>
    </message>
    <message>
        <source>as measured</source>
        <translation>wie gemessen</translation>
    </message>
    <message>
        <source>Weights in fp8</source>
        <translation>Gewichte in fp8</translation>
    </message>
    <message>
        <source>Weights of blocks are held and gathered in 8 bits (fp8 primary weights)</source>
        <translation>Gewichte der Blöcke werden in 8 Bit gehalten und gesammelt (fp8 primary weights)</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>all but routed experts</source>
        <translation>alle außer den Experten</translation>
    </message>
    <message>
        <source>all, routed experts too</source>
        <translation>alle, auch die Experten</translation>
    </message>
    <message>
        <source>Adapters of</source>
        <translation>Adapter an</translation>
    </message>
    <message>
        <source>Adapter targets</source>
        <translation>Ziele der Adapter</translation>
    </message>
    <message>
        <source>Which products have an adapter beside them</source>
        <translation>Welche Produkte einen Adapter neben sich haben</translation>
    </message>
    <message>
        <source>as the software</source>
        <translation>wie die Software</translation>
    </message>
    <message>
        <source>each copy by itself</source>
        <translation>jede Kopie für sich</translation>
    </message>
    <message>
        <source>once to each node</source>
        <translation>einmal an jeden Knoten</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>Dispatch of experts</source>
        <translation>Verteilung an Experten</translation>
    </message>
    <message>
        <source>How tokens reach experts on other devices: each copy by itself, or once to each node and on inside it</source>
        <translation>Wie Token Experten auf anderen Geräten erreichen: jede Kopie für sich, oder einmal an jeden Knoten und darin weiter</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>shared experts</source>
        <translation>gemeinsame Experten</translation>
    </message>
    <message>
        <source>passes of another micro-batch</source>
        <translation>Durchläufe eines anderen Micro-Batch</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>Beside the dispatch of experts</source>
        <translation>Neben der Verteilung an Experten</translation>
    </message>
    <message>
        <source>What computes while tokens travel to experts and back</source>
        <translation>Was rechnet, während Token zu Experten und zurück unterwegs sind</translation>
    </message>
    <message>
        <source>Hold weights in fp8</source>
        <translation>Gewichte in fp8 halten</translation>
    </message>
    <message>
        <source>Hold weights in 16 bits</source>
        <translation>Gewichte in 16 Bit halten</translation>
    </message>
    <message>
        <source>Adapters of: %1</source>
        <translation>Adapter an: %1</translation>
    </message>
    <message>
        <source>Dispatch of experts: %1</source>
        <translation>Verteilung an Experten: %1</translation>
    </message>
    <message>
        <source>Beside the dispatch of experts: %1</source>
        <translation>Neben der Verteilung an Experten: %1</translation>
    </message>
</context>
<context>
    <name>heteroscope::TrayModel</name>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
</context>
<context>
    <name>heteroscope::WelcomePage</name>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Start from an example</source>
        <translation>Mit einem Beispiel beginnen</translation>
    </message>
    <message>
        <source>Draw a cluster</source>
        <translation>Cluster zeichnen</translation>
    </message>
    <message>
        <source>Drag nodes, switches and links; every change is simulated at once.</source>
        <translation>Knoten, Switches und Links ziehen; jede Änderung wird sofort simuliert.</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>A project saved before, or one that somebody sent you.</source>
        <translation>Ein früher gespeichertes Projekt oder eines, das jemand geschickt hat.</translation>
    </message>
    <message>
        <source>MFU %1</source>
        <translation>MFU %1</translation>
    </message>
    <message>
        <source>%1, a plan and its step of %2, ready to change.</source>
        <translation>%1, ein Plan und sein Schritt von %2, bereit zum Ändern.</translation>
    </message>
    <message>
        <source>%1, a plan and its step, ready to change.</source>
        <translation>%1, ein Plan und sein Schritt, bereit zum Ändern.</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>What you save appears here.</source>
        <translation>Gespeichertes erscheint hier.</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>Take a lesson</source>
        <translation>Eine Lektion nehmen</translation>
    </message>
    <message>
        <source>Predict, change one thing, and see why pipelines wait.</source>
        <translation>Vorhersagen, eines ändern und sehen, warum Pipelines warten.</translation>
    </message>
</context>
<context>
    <name>heteroscope::WhatIfHistory</name>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Step on show</source>
        <translation>Gezeigter Schritt</translation>
    </message>
    <message>
        <source>to the start</source>
        <translation>zum Start</translation>
    </message>
    <message>
        <source>Best plan</source>
        <translation>Bester Plan</translation>
    </message>
    <message>
        <source>Cost of 1 M tokens</source>
        <translation>Kosten je 1 M Tokens</translation>
    </message>
    <message>
        <source>Energy of 1 M tokens</source>
        <translation>Energie je 1 M Tokens</translation>
    </message>
</context>
<context>
    <name>heteroscope::WhatIfSlider</name>
    <message>
        <source>Back to the start: %1</source>
        <translation>Zurück zum Start: %1</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>nicht vorhanden</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>×%1</source>
        <translation>×%1</translation>
    </message>
</context>
<context>
    <name>heteroscope::WhatIfView</name>
    <message>
        <source>Start here</source>
        <translation>Hier beginnen</translation>
    </message>
    <message>
        <source>Back to the start</source>
        <translation>Zurück zum Start</translation>
    </message>
    <message>
        <source>Compares with the project as it is now</source>
        <translation>Vergleicht mit dem Projekt, wie es jetzt ist</translation>
    </message>
    <message>
        <source>Numbers to change</source>
        <translation>Zahlen, die sich ändern lassen</translation>
    </message>
    <message>
        <source>Changes since the start</source>
        <translation>Änderungen seit dem Start</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 %2 → %3, %4</source>
        <translation>%1 %2 → %3, %4</translation>
    </message>
    <message>
        <source>Nothing to change yet</source>
        <translation>Noch nichts zu ändern</translation>
    </message>
    <message>
        <source>draw a node, or mend what the messages say</source>
        <translation>einen Knoten zeichnen, oder beheben, was die Meldungen sagen</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>Am Start</translation>
    </message>
    <message>
        <source>move a slider: the step and the plans follow, and each change stays below to go back to</source>
        <translation>einen Regler bewegen: Schritt und Pläne folgen, und jede Änderung bleibt unten, um zu ihr zurückzukehren</translation>
    </message>
    <message>
        <source>Simulating ...</source>
        <translation>Simuliert ...</translation>
    </message>
    <message>
        <source>No plan runs with this change</source>
        <translation>Mit dieser Änderung läuft kein Plan</translation>
    </message>
    <message>
        <source>the messages say why</source>
        <translation>die Meldungen sagen, warum</translation>
    </message>
    <message>
        <source>best plan</source>
        <translation>bester Plan</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>searching for the best plan</source>
        <translation>sucht den besten Plan</translation>
    </message>
    <message>
        <source>F5 searches for the best plan</source>
        <translation>F5 sucht den besten Plan</translation>
    </message>
    <message>
        <source>Filter numbers: latency, price, a name</source>
        <translation>Zahlen filtern: Latenz, Preis, ein Name</translation>
    </message>
</context>
<context>
    <name>heteroscope::WhyNotPanel</name>
    <message>
        <source>Show this plan</source>
        <translation>Diesen Plan zeigen</translation>
    </message>
    <message>
        <source>Why not this one</source>
        <translation>Warum dieser nicht</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>Schließen (Escape)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Shows it in every view; nothing is changed until it is applied</source>
        <translation>Zeigt ihn in jeder Ansicht; geändert wird erst beim Übernehmen etwas</translation>
    </message>
    <message>
        <source>Step time compared with the best plan</source>
        <translation>Schrittzeit, verglichen mit dem besten Plan</translation>
    </message>
    <message>
        <source>Over the memory of the device</source>
        <translation>Über dem Speicher des Geräts</translation>
    </message>
    <message>
        <source>Its plan with the min bound, %1, takes %2 in the simulation.</source>
        <translation>Ihr Plan mit der kleinsten Schranke, %1, braucht in der Simulation %2.</translation>
    </message>
    <message>
        <source>It has too many layouts to check all of them.</source>
        <translation>Sie hat zu viele Anordnungen, um alle zu prüfen.</translation>
    </message>
    <message>
        <source>Min time by cause</source>
        <translation>Mindestzeit nach Ursachen</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
</context>
<context>
    <name>heteroscope::WindowMenu</name>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
</context>
<context>
    <name>heteroscope::WorkloadBar</name>
    <message>
        <source>Workload</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The model to train</source>
        <translation>Das zu trainierende Modell</translation>
    </message>
    <message>
        <source>Sequences in one step, over all replicas</source>
        <translation>Sequenzen in einem Schritt, über alle Repliken</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Tokens in one sequence</source>
        <translation>Token in einer Sequenz</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>All commands (Alt+M)</source>
        <translation>Alle Befehle (Alt+M)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation>%1 trainieren</translation>
    </message>
    <message>
        <source>Batch %1</source>
        <translation>Batch %1</translation>
    </message>
    <message>
        <source>Sequence %1</source>
        <translation>Sequenz %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>Stop the search and keep the best plan so far (Shift+F5)</source>
        <translation>Suche anhalten und den bisher besten Plan behalten (Umschalt+F5)</translation>
    </message>
    <message>
        <source>Search until the fastest plan is proved (F5)</source>
        <translation>Suchen, bis der schnellste Plan bewiesen ist (F5)</translation>
    </message>
    <message>
        <source>Results follow every edit (Ctrl+R)</source>
        <translation>Ergebnisse folgen jeder Änderung (Strg+R)</translation>
    </message>
    <message>
        <source>Results wait until you plan (Ctrl+R)</source>
        <translation>Ergebnisse warten, bis geplant wird (Strg+R)</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>The layout of the window</source>
        <translation>Die Anordnung des Fensters</translation>
    </message>
    <message>
        <source>Layout: %1</source>
        <translation>Anordnung: %1</translation>
    </message>
</context>
</TS>
